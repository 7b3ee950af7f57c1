"""The roles of the table game: which abilities a card carries. Their bodies are in the files of their step."""

from __future__ import annotations

from nightmoot.core.book import Book

book = Book()
book.role("werewolf", "wolves", most=4)
book.role("villager", "village")
book.role("thief", "village", "swap", most=1)
book.role("cupid", "village", "link", most=1)
book.role("guard", "village", "protect", most=1)
book.role("seer", "village", "check", most=1)
book.role("little_girl", "village", "peek", most=1)
book.role("witch", "village", "save", "poison", most=1)
book.role("piper", "piper", "charm", most=1)
book.role("hunter", "village", "shoot", most=1)
book.role("scapegoat", "village", "allow", most=1)
book.role("idiot", "village", "reveal", most=1)
book.role("elder", "village", most=1, marks=("two_lives",))
