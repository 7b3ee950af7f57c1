"""The roles, some twenty a file, grouped as the source groups them."""

from nightmoot.core.book import Book
from nightmoot.rulesets.forum.roles import (
    arrows,
    dawn,
    guards,
    heaven,
    machine,
    seers,
    thirds,
    thirds2,
    tricksters,
    uncertain,
    villagers,
    wolves,
    wolves2,
)

BOOKS: tuple[Book, ...] = (
    seers.book,
    heaven.book,
    villagers.book,
    guards.book,
    dawn.book,
    wolves.book,
    tricksters.book,
    wolves2.book,
    machine.book,
    thirds.book,
    thirds2.book,
    arrows.book,
    uncertain.book,
)
