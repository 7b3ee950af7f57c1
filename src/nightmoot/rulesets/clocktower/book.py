"""The Book of this ruleset: the core's, with the moments of a game of characters to which abilities can be tied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from nightmoot.core.ability import Body, PickOf
from nightmoot.core.book import Book as CoreBook
from nightmoot.core.picks import Text
from nightmoot.core.records import MODERATOR, TABLE, Holding, Use
from nightmoot.core.standing import Standing
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.kit import on_table, steadily

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene

Hook = Callable[..., Any]
Takers = Callable[["Scene"], tuple[str, ...]]
BallotTest = Callable[["Scene", dict[str, Any], str, Any], bool]
#: The moments, with what a hook is handed after the scene and its holding:
MOMENTS: Final[Mapping[str, str]] = {
    "gained": "the holding has come into being (at set-up, by a change of character, by a grant)",
    "registers": "→ (camps, teams) as which its holder may register besides what he is",
    "falsifies": "who → must this information be false? (before it is given)",
    "misleads": "who → may this information be false, though it need not?",
    "misled": "who: this information was false, though it need not have been",
    "introduces": "→ is the evil team introduced though there are few players?",
    "assures": "who → must this information be true, whatever bears on it?",
    "nomination": "nominator, nominee: a nomination has been made, before the vote",
    "closing": "nominations would close → has something been opened that must come first?",
    "counted": "nominee, hands up, votes: a vote has been counted",
    "stand_in": "seat → who is executed in this seat's place, or None",
    "execution": "seat, died: an execution has been carried out",
    "exile": "seat: an exile has been carried out",
    "day": "a day begins, before anybody speaks",
    "dusk": "the day is over, before what lasts until dusk ends",
    "night": "a night begins",
    "dawn": "the night is over, before what lasts until dawn ends",
    "changed": "seat, former character: somebody's character has changed",
    "checked": "it is about to be looked at who has won, after somebody has died, changed or turned",
    "punishes": "seat → may this player be executed if he breaks a madness?",
    "blocks_good": "→ may good not win though every Demon is dead?",
    "forbids_good": "→ may good not win now, by whatever?",
    "blocks_evil": "→ may evil not win though only two are alive?",
}


class Book(CoreBook):
    """Definitions of one file of the ruleset."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.moments: dict[str, list[tuple[str, Hook]]] = {}
        self.late: list[Hook] = []
        self.sheet_places: dict[str, tuple[float, float]] = {}
        self.reminders: dict[str, str] = {}
        self.setups: dict[str, dict[str, tuple[int, ...]]] = {}
        self.beliefs: dict[str, tuple[str, ...]] = {}
        self.claims: dict[str, str] = {}
        self.daily: set[str] = set()
        self.ballots: list[tuple[str, BallotTest]] = []
        self.taken_by: dict[str, Takers] = {}

    def include(self, *books: CoreBook) -> None:
        """Add everything that the other books define."""
        super().include(*books)
        for book in books:
            if isinstance(book, Book):
                self.late += book.late
                self.sheet_places.update(book.sheet_places)
                self.reminders.update(book.reminders)
                for moment, hooks in book.moments.items():
                    found = [*self.moments.get(moment, ()), *hooks]
                    self.moments[moment] = sorted(found, key=lambda pair: pair[1] in self.late)
                self.setups.update(book.setups)
                self.beliefs.update(book.beliefs)
                self.claims.update(book.claims)
                self.daily |= book.daily
                self.ballots += book.ballots
                self.taken_by.update(book.taken_by)

    def ability(self, name: str, *, drawn: bool = True, **more: Any) -> Callable[[Body], Body]:
        """Declare an ability. Who must choose and is silent has his choice drawn: only "may" can be declined (B19)."""
        return super().ability(name, drawn=drawn, **more)

    def at(self, moment: str, ability: str, *, late: bool = False) -> Callable[[Hook], Hook]:
        """A hook run at a moment (:data:`MOMENTS`) for every holding of the ability that works or seems to.

        A ``late`` one is run after all others.
        """
        if moment not in MOMENTS:
            raise KeyError(f"no moment {moment!r}; there are {', '.join(MOMENTS)}")

        def declare(hook: Hook) -> Hook:
            self.moments.setdefault(moment, []).append((ability, hook))
            if late:
                self.late.append(hook)
            return hook

        return declare

    def shown_as(self, mark: str, reminder: str) -> None:
        """Marks of this kind lie in the Grimoire as that reminder token."""
        self.reminders[mark] = reminder

    def places(self, ability: str, *, first_night: int = 0, other_night: int = 0) -> None:
        """Where an ability stands on the two night sheets, if not where its character does."""
        self.sheet_places[ability] = (first_night, other_night)

    def ballot(self, mark: str) -> Callable[[BallotTest], BallotTest]:
        """A test of a hand in a vote on an execution, asked as long as marks of a kind lie on anybody.

        It is handed the scene, the hands so far, whose hand it is and whether it is up, and says whether that may be.
        """

        def declare(test: BallotTest) -> BallotTest:
            self.ballots.append((mark, test))
            return test

        return declare

    def offered_to(self, name: str) -> Callable[[Takers], Takers]:
        """The decorated function says who may use an ability of the table, where that is not everybody alive."""

        def declare(who: Takers) -> Takers:
            self.taken_by[name] = who
            return who

        return declare

    def bears_on_all(self, ability: str, kind: str = "") -> None:
        """From the gain on a mark (of the ability's name, if of no other kind) lies on the table while it works."""

        def lays(scene: Scene, me: Holding) -> None:
            with steadily(scene):
                on_table(scene, kind or ability, me)

        self.at("gained", ability)(lays)

    def setup(self, character: str, **changes: tuple[int, ...]) -> None:
        """How a character changes the numbers of the table before the draw: team → what may be added (B4)."""
        self.setups[character] = changes

    def believes(self, character: str, *teams: str) -> None:
        """A character whose player takes himself to be another one, of one of these teams (B8)."""
        self.beliefs[character] = teams

    def claim(
        self, name: str, *, pick: PickOf, public: str = "", limit: int | None = None, daily: bool = False, **more: Any
    ) -> Callable[[Callable[[Scene, Holding, Use], None]], Callable[[Scene, Holding, Use], None]]:
        """An ability used by day, which everybody alive may pretend to have: the menu is alike for all (R35).

        ``public`` is the key under which the attempt is announced to all (none: it is a private visit). The body is
        run for those who really have the ability, or believe so; a person at the Grimoire is visited by all others too.
        ``daily``: once a day, by pretenders as well.
        """

        def declare(body: Callable[[Scene, Holding, Use], None]) -> Callable[[Scene, Holding, Use], None]:
            def claimed(scene: Scene, me: Holding, use: Use) -> None:
                if me.owner != TABLE:
                    if daily:
                        scene.note("day", scene.day)
                    body(scene, me, use)
                    return
                if daily:
                    today.note(scene, claims=(*today.today(scene.state)["claims"], (use.actor, name)))
                if public:
                    params = {"seat": use.actor, "seats": use.targets, "choice": use.choice}
                    scene.announce(public, use.actor, **params)
                    scene.fact("claimed", seat=use.actor, what=name, data={"seats": use.targets, "choice": use.choice})
                for own in scene.state.holdings_of(use.actor):
                    spent = own.left == 0 or (daily and used_today(scene, own))
                    if own.ability == name and not spent and scene.standing(own) is not Standing.GONE:
                        scene.use(own, use.choice, actor=use.actor)
                        return
                if not public:
                    in_vain(scene, name, use)

            self.claims[name] = public
            if daily:
                self.daily.add(name)
            self.ability(
                name,
                pick=pick,
                limit=limit,
                window=("day", "nominations"),
                usable=lambda scene, me: me.owner == TABLE,
                **more,
            )(claimed)
            return body

        return declare


def used_today(scene: Scene, me: Holding) -> bool:
    """Has a holding that may be claimed once a day been used today?"""
    return bool(scene.noted(me, "day") == scene.day)


def may_claim(scene: Scene, seat: str, name: str) -> bool:
    """Has somebody still a claim of this kind today, that may be made once a day: one a holding, pretenders one?"""
    own = [
        held
        for held in scene.state.holdings_of(seat)
        if held.ability == name and scene.standing(held) is not Standing.GONE
    ]
    if own:
        return any(not used_today(scene, held) for held in own)
    return (seat, name) not in today.today(scene.state)["claims"]


def in_vain(scene: Scene, name: str, use: Use) -> None:
    """A visit to which nothing is due: a storyteller may say something, and takes his time as with anybody."""
    if not scene.moderated():
        return
    params = {"seat": use.actor, "skill": name, "text": use.choice if isinstance(use.choice, str) else ""}
    said = scene.ask(MODERATOR, Text(most=300, optional=True), key="visit", skill=name, kind="ruling", params=params)
    if isinstance(said, str):
        scene.tell(use.actor, "from_moderator", said, skill="storyteller", text=said)
