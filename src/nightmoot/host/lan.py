"""The address to join by on a local network, and its QR for the terminal."""

from __future__ import annotations

import io
import ipaddress
import socket

import segno


def lan_address() -> str | None:
    """This machine's address on the local network: never a loopback one, none where there is no network."""
    for candidate in (*_route(), *_names()):
        try:
            address = ipaddress.ip_address(candidate)
        except ValueError:
            continue
        if address.version == 4 and not (address.is_loopback or address.is_link_local or address.is_unspecified):
            return candidate
    return None


def _route() -> list[str]:
    """The address that packets to the outside would carry; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; a datagram socket only picks a route
            return [str(probe.getsockname()[0])]
        except OSError:
            return []


def _names() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(entry[4][0]) for entry in found]


def qr(url: str) -> str:
    """The address as a picture of half blocks."""
    out = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
