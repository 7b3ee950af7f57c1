"""Codes, tokens and names: what is drawn, how it is kept, what is accepted."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0 O 1 I
CODE_LENGTH = 5
NAME_LENGTH = 20


def new_code() -> str:
    """A room code to read aloud and type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def normal_code(text: str) -> str | None:
    """The code that somebody typed, or nothing where it cannot be one."""
    code = text.strip().upper()
    return code if len(code) == CODE_LENGTH and all(letter in ALPHABET for letter in code) else None


def new_token() -> str:
    """A secret that stands for a place in a room."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """The secret seed of a game."""
    return secrets.token_hex(16)


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(text: str) -> str:
    """A nickname as shown: one line, no control or direction marks, at most 20 characters; may come out empty."""
    kept = (
        " " if unicodedata.category(char) in {"Zs", "Zl", "Zp"} else char for char in unicodedata.normalize("NFC", text)
    )
    visible = "".join(char for char in kept if unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"})
    return " ".join(visible.split())[:NAME_LENGTH].strip()


def name_key(name: str) -> str:
    """Two names with one key look the same."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
