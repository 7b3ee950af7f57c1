"""The part of a Scene that tells: notices with a mandatory audience, and lawful information."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from nightmoot.core.picks import option
from nightmoot.core.plain import Plain, freeze, freeze_all
from nightmoot.core.records import ALL, MODERATOR, Holding, Notice
from nightmoot.core.scene_base import SceneBase

Reader = Callable[[str, str], Plain]
Shows = tuple[tuple[str, str, Any], ...]


class Telling(SceneBase):
    """Notices."""

    __slots__ = ()

    def notice(
        self,
        key: str,
        to: str | tuple[str, ...],
        *,
        params: dict[str, Any],
        shows: Shows,
        skill: str | None,
        info: Plain,
    ) -> None:
        """Put a notice into the outbox, with the fact of it."""
        self.run.outbox.append(Notice(key, to, params, shows, skill, info))

    def announce(self, key: str, info: Plain = None, *, shows: Shows = (), claim: bool = False, **params: Any) -> None:
        """Tell everybody. A hollow effect announces nothing, unless it is a ``claim`` that anybody may make."""
        if self.hollow and not claim:
            return
        info = freeze(info)
        self.fact("announced", what=key, data=info)
        self.run.outbox.append(Notice(key, ALL, freeze_all(params), shows, None, info))

    def tell(
        self,
        to: str | tuple[str, ...],
        key: str,
        info: Plain = None,
        *,
        skill: str | None = None,
        shows: Shows = (),
        **params: Any,
    ) -> None:
        """Tell these seats (or a group's members) and nobody else. A hollow effect tells its own actor only."""
        audience = (to,) if isinstance(to, str) else tuple(to)
        if self.hollow:
            owner = self.acting.owner if self.acting else None
            audience = tuple(seat for seat in audience if seat == owner)
        if not audience:
            return
        info = freeze(info)
        for seat in audience:
            self.fact("told", seat=seat, what=skill or key, data=info)
        self.run.outbox.append(Notice(key, audience, freeze_all(params), shows, skill, info))

    def feedback(
        self, to: str | None, key: str, info: Plain = None, *, skill: str, shows: Shows = (), **params: Any
    ) -> None:
        """A result of a use, to whomever its route left as receiver; nobody: withheld, and the log says so."""
        if to is None:
            self.fact("withheld", seat=self.acting.owner if self.acting else None, what=skill, data=freeze(info))
            return
        self.tell(to, key, info, skill=skill, shows=shows, **params)

    def tell_moderator(self, key: str, info: Plain = None, **params: Any) -> None:
        """Tell the moderator alone."""
        self.notice(
            key,
            (MODERATOR,),
            params=freeze_all(params),
            shows=(),
            skill=None,
            info=freeze(info),
        )

    def learn(
        self,
        me: Holding,
        key: str,
        question: Callable[[Reader], Plain],
        form: tuple[Plain, ...],
        *,
        skill: str | None = None,
        false: bool = False,
        **params: Any,
    ) -> Plain:
        """Information that must be lawful: an answer under some lawful registration, picked by a ruling.

        ``question`` reads facets through the reader it is given. A hollow holder may be told anything of the
        ``form``; with ``false`` it must be no lawful answer. The moderator (or his policy) picks among what is lawful.
        """
        lawful = self.lawful_answers(me, question)
        options = form if self.hollow else lawful
        if false:
            options = tuple(item for item in form if item not in lawful)
        suggest = lawful[0] if lawful[0] in options else self._suggest(key, options)
        choice = suggest
        if len(options) > 1:
            found = self.whole.ask(
                MODERATOR,
                option(options),
                key="information",
                skill=key,
                kind="ruling",
                default=suggest,
                params={"skill": key, "seat": me.owner},
            )
            choice = suggest if found is None else found
        self.tell(me.owner, key, choice, skill=skill or key, **params)
        return choice

    def _suggest(self, key: str, options: tuple[Plain, ...]) -> Plain:
        return self.whole.draw(f"information:{key}", options)

    def lawful_answers(self, me: Holding, question: Callable[[Reader], Plain]) -> tuple[Plain, ...]:
        """The answers under every lawful registration of the seats the question reads; the straight one first."""
        asked: dict[tuple[str, str], tuple[Plain, ...]] = {}

        def run(chosen: dict[tuple[str, str], Plain]) -> Plain:
            def reader(seat: str, facet: str) -> Plain:
                place = (seat, facet)
                if place not in asked:
                    asked[place] = self.rules.registrations(self.whole, seat, facet, me)
                return chosen.get(place, asked[place][0])

            return question(reader)

        found: dict[str, Plain] = {}
        straight = run({})
        found[repr(straight)] = straight
        done = -1
        while done != len(asked):
            done = len(asked)
            places = [place for place, values in asked.items() if len(values) > 1]
            for values in product(*(asked[place] for place in places)):
                answer = run(dict(zip(places, values, strict=True)))
                found[repr(answer)] = answer
        return tuple(found.values())
