"""Asking a person at the terminal for a legal choice, whatever the pick."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from nightmoot.core import MODERATOR, OpenDecision, Plain
from nightmoot.core.picks import Either, Form, Number, Pick, Some, Text, Yes
from nightmoot.core.text import Texts

PASS: Final = ("-", "pass", "过", "弃票", "不")
YES: Final = ("y", "yes", "是", "1", "true")
NO: Final = ("n", "no", "否", "0", "false")
_GAPS: Final = re.compile(r"[\s,，、]+")

Read = Callable[[str], str]


class Unreadable(Exception):
    """What was typed is no choice; says what would be."""


class Asker:
    """Lists the legal choices and reads one."""

    def __init__(self, book: Texts, names: Mapping[str, str], say: Callable[[str], None], read: Read) -> None:
        """``say`` prints a line, ``read`` shows a prompt and returns what was typed."""
        self.book, self.names, self.say, self.read = book, names, say, read

    def decision(self, decision: OpenDecision, pass_words: str) -> Plain:
        """A choice for an open decision."""
        return self.pick(decision.pick, pass_words)

    def pick(self, pick: Pick, pass_words: str) -> Plain:
        """One choice of a pick, asked for until it can be read."""
        for line in self.listing(pick, pass_words):
            self.say("  " + line)
        while True:
            typed = self.read(self.book.render("cli.prompt")).strip()
            if pick.optional and typed.casefold() in PASS:
                return None
            try:
                return self.parse(pick, typed, pass_words)
            except Unreadable as error:
                self.say("  " + str(error))

    # ------------------------------------------------------------------ listing

    def listing(self, pick: Pick, pass_words: str) -> list[str]:
        """The legal choices as lines: what to type, and what it means."""
        found: list[str] = []
        if isinstance(pick, Some):
            if pick.most > 1:
                found.append(self.book.render("cli.several", {"least": pick.least, "most": pick.most}))
            found.append("   ".join(f"[{token}] {self._named(pick, item)}" for token, item in self._tokens(pick)))
        elif isinstance(pick, Yes):
            found.append(self.book.render("cli.flag" if pick.flag else "cli.yes_no"))
        elif isinstance(pick, Number):
            found.append(self.book.render("cli.number", {"least": pick.least, "most": pick.most}))
        elif isinstance(pick, Text):
            found.append(self.book.render("cli.text", {"most": pick.most}))
        elif isinstance(pick, Either):
            found += [f"[{token}] {self._part(key)}" for token, key in self._parts(pick)]
        if pick.optional:
            found.append(f"[-] {pass_words}")
        return found

    def _tokens(self, pick: Some) -> list[tuple[str, Plain]]:
        """What to type for each item: the seat's number (0 is the moderator), or the item's place."""
        if pick.kind == "seats":
            return [("0" if item == MODERATOR else item, item) for item in pick.items]
        return [(str(place), item) for place, item in enumerate(pick.items, 1)]

    def _named(self, pick: Some, item: Plain) -> str:
        if item == MODERATOR:
            return self.book.show(item, "who", {})
        return self.names.get(str(item), str(item)) if pick.kind == "seats" else self.book.show(item, pick.of, {})

    def _parts(self, pick: Either) -> list[tuple[str, str]]:
        return [(str(place), key) for place, key in enumerate(pick.of, 1)]

    def _part(self, key: str) -> str:
        return self.book.render(f"skill.{key}") if self.book.has(f"skill.{key}") else key

    # ------------------------------------------------------------------ reading

    def parse(self, pick: Pick, typed: str, pass_words: str) -> Plain:
        """What was typed, as a choice. Raises :class:`Unreadable`."""
        if isinstance(pick, Form):
            return {key: self._ask_part(key, part, pass_words) for key, part in pick.slots.items()}
        if isinstance(pick, Either):
            key = self._match(typed, [(token, key, self._part(key)) for token, key in self._parts(pick)])
            part = pick.of[str(key)]
            return {key: True if isinstance(part, Yes) and part.flag else self._ask_part(str(key), part, pass_words)}
        if isinstance(pick, Some):
            return self._some(pick, typed)
        if isinstance(pick, Yes):
            word = typed.casefold()
            if word in YES:
                return True
            if word in NO and not pick.flag:
                return False
            raise Unreadable(self.book.render("cli.flag" if pick.flag else "cli.yes_no"))
        if isinstance(pick, Number):
            if typed.lstrip("-").isdecimal():
                return int(typed)
            raise Unreadable(self.book.render("cli.number", {"least": pick.least, "most": pick.most}))
        if typed:
            return typed
        raise Unreadable(self.book.render("cli.unreadable", {"text": typed}))

    def _ask_part(self, key: str, pick: Pick, pass_words: str) -> Plain:
        self.say(f"  {self._part(key)}:")
        return self.pick(pick, pass_words)

    def _some(self, pick: Some, typed: str) -> Plain:
        known = [(token, item, self._named(pick, item)) for token, item in self._tokens(pick)]
        if pick.most == 1:
            return self._match(typed, known)
        chosen = tuple(self._match(word, known) for word in _GAPS.split(typed) if word)
        if not pick.least <= len(chosen) <= pick.most or (pick.distinct and len(set(chosen)) != len(chosen)):
            raise Unreadable(self.book.render("cli.several", {"least": pick.least, "most": pick.most}))
        return chosen

    def _match(self, typed: str, known: list[tuple[str, Plain, str]]) -> Plain:
        word = typed.casefold().lstrip("#").removesuffix("号")
        for token, item, name in known:
            if word in (token.casefold(), name.casefold()) or (isinstance(item, str) and word == item.casefold()):
                return item
        raise Unreadable(self.book.render("cli.unreadable", {"text": typed}))
