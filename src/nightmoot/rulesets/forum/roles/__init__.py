"""The roles, some twenty a file, grouped as the source groups them."""

from nightmoot.core.book import Book
from nightmoot.rulesets.forum.roles import examples

BOOKS: tuple[Book, ...] = (examples.book,)
