"""Nightmoot: the moderator of hidden-role games."""

__version__ = "0.1.0"
