"""The host: rooms, sockets, clocks and storage around the engine."""
