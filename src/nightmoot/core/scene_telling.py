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
        """Tell these seats (``group:<id>``: its present members) and nobody else.

        A hollow effect tells its own actor only.
        """
        audience = self.audience(to)
        if self.hollow:
            actors = self.audience(self.acting.owner) if self.acting else ()
            audience = tuple(seat for seat in audience if seat in actors)
        elif "tell" in self.rules.guards:
            audience = tuple(seat for seat in audience if self.whole.allowed("tell", seat, key, data=skill))
        if not audience:
            return
        info = freeze(info)
        for seat in audience:
            self.fact("told", seat=seat, what=skill or key, data=info)
        self.run.outbox.append(Notice(key, audience, freeze_all(params), shows, skill, info))

    def audience(self, to: str | tuple[str, ...]) -> tuple[str, ...]:
        """The ids in an audience, each once; a group stands for its present members."""
        if to in self.state.seats:
            return (to,)  # by far the most frequent
        found: list[str] = []
        for one in (to,) if isinstance(to, str) else to:
            if one == ALL:
                raise ValueError("what everybody is to hear is announced, not told")
            found += self.state.groups.get(one[6:], ()) if one.startswith("group:") else (one,)
        return tuple(dict.fromkeys(found))

    def feedback(
        self,
        to: str | tuple[str, ...] | None,
        key: str,
        info: Plain = None,
        *,
        skill: str,
        shows: Shows = (),
        **params: Any,
    ) -> None:
        """A result of a use, to whomever its route left as receiver; nobody: withheld, and the log says so."""
        if not to:
            self.fact("withheld", seat=self.acting.owner if self.acting else None, what=skill, data=freeze(info))
            return
        self.tell(to, key, info, skill=skill, shows=shows, **params)

    def tell_at(
        self,
        moment: str,
        to: str | tuple[str, ...],
        key: str,
        info: Plain = None,
        *,
        skill: str | None = None,
        shows: Shows = (),
        **params: Any,
    ) -> None:
        """Tell it when the named moment comes (``close of <window>``: when the window ends)."""
        if self.hollow:
            actors = self.audience(self.acting.owner) if self.acting else ()
            to = tuple(seat for seat in self.audience(to) if seat in actors)
        args = {"to": to, "key": key, "info": info, "skill": skill, "shows": shows, "params": freeze_all(params)}
        self.whole.put_off(moment, "tell", args)

    def announce_at(self, moment: str, key: str, info: Plain = None, *, shows: Shows = (), **params: Any) -> None:
        """Tell everybody when the named moment comes."""
        self.whole.defer(moment, "announce", key=key, info=info, shows=shows, params=freeze_all(params))

    def tell_role(self, seat: str) -> None:
        """Tell a seat what it is, or what it takes itself to be."""
        record = self.state.seats[seat]
        role = record.believed or record.role
        camp = self.rules.roles[role].camp if record.believed else self.camp(seat)
        shows = ((seat, "role", role), (seat, "camp", camp))
        self.tell(seat, "you_are", {"role": role, "camp": camp}, role=role, camp=camp, shows=shows)

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
        to: str | tuple[str, ...] | None = "",
        skill: str | None = None,
        false: bool = False,
        shows: Callable[[Plain], Shows] | None = None,
        **params: Any,
    ) -> Plain:
        """Information that must be lawful: an answer under some lawful registration, picked by a ruling.

        ``question`` reads facets through the reader it is given. A hollow holder may be told anything of the
        ``form``; with ``false`` it must be no lawful answer. The moderator (or his policy) picks among what is lawful;
        a person is asked in every case, so that the time he takes says nothing. ``to`` is who is told, if not the
        holder: a use's ``feedback``. The notice's text finds what was told in the slot ``{told}``.
        """
        if not self.hollow and not self.whole.allowed("learn", me.owner, key):
            return None
        options = self.lawful_options(me, question, form, false=false)
        straight = question(lambda seat, facet: self.rules.registrations(self.whole, seat, facet, me)[0])
        if straight in options and not self.hollow:
            suggest, why = straight, ""
        else:
            suggest, why = self._suggest(key, options), "decision.information.drawn"
        return self._inform(me, key, options, straight, suggest, why=why, to=to, skill=skill, shows=shows, **params)

    def show(
        self,
        me: Holding,
        key: str,
        options: tuple[Plain, ...],
        suggest: Plain,
        *,
        straight: tuple[Plain, ...] = (),
        why: str = "",
        to: str | tuple[str, ...] | None = "",
        skill: str | None = None,
        shows: Callable[[Plain], Shows] | None = None,
        **params: Any,
    ) -> Plain:
        """Information of which the caller knows what is lawful: a ruling picks one of the options, as in :meth:`learn`.

        ``why`` is the text key of what speaks for the suggestion, if it is not simply so. Whatever is not among the
        ``straight`` answers goes into the log as misinformation.
        """
        if not self.hollow and not self.whole.allowed("learn", me.owner, key):
            return None
        case = suggest if suggest in straight or not straight else straight[0]
        more = {"why": why, "to": to, "skill": skill, "shows": shows, **params}
        return self._inform(me, key, options, case, suggest, straight, **more)

    def _inform(
        self,
        me: Holding,
        key: str,
        options: tuple[Plain, ...],
        case: Plain,
        suggest: Plain,
        straight: tuple[Plain, ...] = (),
        *,
        why: str,
        to: str | tuple[str, ...] | None,
        skill: str | None,
        shows: Callable[[Plain], Shows] | None,
        **params: Any,
    ) -> Plain:
        """Have one of the options picked, and tell it."""
        choice = suggest
        if len(options) > 1 or not self.run.automatic:
            found = self.whole.ask(
                MODERATOR,
                option(tuple(item for item in options if item is not None), optional=None in options),
                key="information",
                skill=key,
                kind="ruling",
                default=suggest,
                why=why,
                params={"skill": key, "seat": me.owner, **({"text": params["text"]} if "text" in params else {})},
            )
            choice = suggest if found is None and None not in options else found
        if choice != case and choice not in straight:
            self.fact("misinformed", seat=me.owner, what=skill or key, data={"told": choice, "straight": case})
        receivers = me.owner if to == "" else to
        shown = shows(choice) if shows else ()
        self.feedback(receivers, key, choice, skill=skill or key, shows=shown, told=choice, **params)
        return choice

    def lawful_options(
        self, me: Holding, question: Callable[[Reader], Plain], form: tuple[Plain, ...], *, false: bool = False
    ) -> tuple[Plain, ...]:
        """What a holder may lawfully be told now: see :meth:`learn`."""
        lawful = self.lawful_answers(me, question)
        if false:
            return tuple(item for item in form if item not in lawful)
        return form if self.hollow else lawful

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
