"""Books collect abilities, steps and hooks without side effects; a ruleset is made of books."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from nightmoot.core.ability import Ability, Bearing, Body, MarkKind, PickOf, Role, Test
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark, Use, Verdict

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene

StepBody = Callable[..., None]
HarmHook = Callable[["Scene", Mark, Harm], Any]
UseHook = Callable[["Scene", Mark, Use], Any]
StageHook = Callable[["Scene", Mark, Use, str], "str | None"]  # "" loses the ball
OutHook = Callable[["Scene", Holding, "Out"], None]
Guard = Callable[["Scene", Mark, "Proposal"], bool]
WinTest = Callable[["Scene"], "Verdict | tuple[str, tuple[str, ...]] | None"]
Weigher = Callable[["Scene", Mark, str, float], float]
Constraint = Callable[["Scene", dict[str, Plain], str, Plain], bool]


class Out:
    """What an on-out hook is told: who went out, by which harm, and the fact of it."""

    __slots__ = ("fact", "harm", "seat")

    def __init__(self, seat: str, harm: Harm, fact: int) -> None:
        """Keep the three."""
        self.seat, self.harm, self.fact = seat, harm, fact


class Proposal:
    """A write that is about to happen: its kind (``mark``, ``become`` …), whom it is on, what, and by which holding."""

    __slots__ = ("by", "data", "kind", "on", "what")

    def __init__(self, kind: str, on: str, what: str, by: str | None = None, data: Plain = None) -> None:
        """Keep the parts."""
        self.kind, self.on, self.what, self.by, self.data = kind, on, what, by, data


class Book:
    """Definitions of one file of a ruleset; :meth:`include` adds another book's."""

    def __init__(self) -> None:
        """Start empty."""
        self.abilities: dict[str, Ability] = {}
        self.roles: dict[str, Role] = {}
        self.mark_kinds: dict[str, MarkKind] = {}
        self.steps: dict[str, StepBody] = {}
        self.harm_hooks: dict[str, list[tuple[str, HarmHook]]] = {}
        self.use_hooks: list[tuple[str, UseHook]] = []
        self.stages: dict[str, list[tuple[str, StageHook]]] = {}
        self.out_hooks: list[tuple[str, OutHook]] = []
        self.guards: dict[str, list[tuple[str, Guard]]] = {}
        self.weighers: list[tuple[str, Weigher]] = []
        self.win_tests: list[WinTest] = []
        self.constraints: dict[str, Constraint] = {}

    def include(self, *books: Book) -> None:
        """Add everything that the other books define."""
        for book in books:
            for mine, theirs in (
                (self.abilities, book.abilities),
                (self.roles, book.roles),
                (self.mark_kinds, book.mark_kinds),
                (self.steps, book.steps),
                (self.constraints, book.constraints),
            ):
                _merge(mine, theirs)
            for name, hooks in book.harm_hooks.items():
                self.harm_hooks.setdefault(name, []).extend(hooks)
            for name, stages in book.stages.items():
                self.stages.setdefault(name, []).extend(stages)
            for name, guards in book.guards.items():
                self.guards.setdefault(name, []).extend(guards)
            self.use_hooks += book.use_hooks
            self.out_hooks += book.out_hooks
            self.weighers += book.weighers
            self.win_tests += book.win_tests

    def ability(
        self,
        name: str,
        *,
        pick: PickOf | None = None,
        usable: Test | None = None,
        tags: Iterable[str] = (),
        window: str | tuple[str, ...] = (),
        **more: Any,
    ) -> Callable[[Body], Body]:
        """Declare an ability; the decorated function is its body."""
        windows = (window,) if isinstance(window, str) else window

        def declare(body: Body) -> Body:
            declared = Ability(name, body, pick=pick, usable=usable, tags=frozenset(tags), windows=windows, **more)
            _put(self.abilities, name, declared)
            return body

        return declare

    def passive(self, name: str, **more: Any) -> None:
        """Declare an ability that is never used, only held (hooks ask for its holders)."""
        more["tags"] = frozenset(more.get("tags", ()))
        _put(self.abilities, name, Ability(name, _nothing, **more))

    def role(
        self,
        name: str,
        camp: str,
        *abilities: str,
        most: int | None = None,
        tags: Iterable[str] = (),
        marks: tuple[str, ...] = (),
    ) -> None:
        """Declare a role."""
        _put(self.roles, name, Role(name, camp, abilities, most, frozenset(tags), marks))

    def mark_kind(
        self,
        name: str,
        *bears: Bearing,
        verdict: int = 0,
        spares: Iterable[str] = (),
        only: Iterable[str] = (),
        **more: Any,
    ) -> None:
        """Declare how marks of a kind behave; kinds with nothing special need no declaration.

        ``verdict`` with ``spares`` and ``only`` is one way in which they bear on holdings; ``bears`` lists more.
        """
        if verdict:
            bears = (*bears, Bearing(verdict, frozenset(spares), frozenset(only)))
        _put(self.mark_kinds, name, MarkKind(name, bears, **more))

    def step(self, kind: str) -> Callable[[StepBody], StepBody]:
        """The decorated function is the body of steps of this kind; the step's arguments are its keyword arguments."""

        def declare(body: StepBody) -> StepBody:
            _put(self.steps, kind, body)
            return body

        return declare

    def harm(self, stage: str, mark: str) -> Callable[[HarmHook], HarmHook]:
        """A hook of a stage of the harm pipeline, for marks of a kind that lie on the target."""

        def declare(hook: HarmHook) -> HarmHook:
            self.harm_hooks.setdefault(stage, []).append((mark, hook))
            return hook

        return declare

    def before_use(self, mark: str) -> Callable[[UseHook], UseHook]:
        """A hook through which every use by a seat with such a mark passes; returns the use, changed or None."""

        def declare(hook: UseHook) -> UseHook:
            self.use_hooks.append((mark, hook))
            return hook

        return declare

    def stage(self, name: str, mark: str) -> Callable[[StageHook], StageHook]:
        """A stage of the route; the hook maps (mark, use, target) to the next target."""

        def declare(hook: StageHook) -> StageHook:
            self.stages.setdefault(name, []).append((mark, hook))
            return hook

        return declare

    def on_out(self, ability: str) -> Callable[[OutHook], OutHook]:
        """A hook run for each standing holder of the ability when somebody goes out."""

        def declare(hook: OutHook) -> OutHook:
            self.out_hooks.append((ability, hook))
            return hook

        return declare

    def weighs(self, mark: str) -> Callable[[Weigher], Weigher]:
        """A hook on the weight of the vote of whoever bears such a mark; returns the new weight."""

        def declare(hook: Weigher) -> Weigher:
            self.weighers.append((mark, hook))
            return hook

        return declare

    def prevents(self, kind: str, mark: str) -> Callable[[Guard], Guard]:
        """A guard over writes of a kind: where it returns True for a live mark, the write does not happen.

        Kinds: ``mark`` ``unmark`` ``become`` ``turn`` ``revive`` ``grant`` ``lose`` ``learn`` ``tell`` ``weight``.
        """

        def declare(guard: Guard) -> Guard:
            self.guards.setdefault(kind, []).append((mark, guard))
            return guard

        return declare

    def wins(self, test: WinTest) -> WinTest:
        """A win condition: returns a verdict, (side, winners) or None; judged in the order of declaration."""
        self.win_tests.append(test)
        return test

    def constraint(self, name: str) -> Callable[[Constraint], Constraint]:
        """A constraint over all answers of a decision: may this owner make this choice?"""

        def declare(test: Constraint) -> Constraint:
            _put(self.constraints, name, test)
            return test

        return declare


def _nothing(scene: Scene, me: Holding, use: Use) -> None:
    """The body of an ability that is only held."""


def _put(mine: dict[str, Any], name: str, value: Any) -> None:
    if name in mine:
        raise ValueError(f"{name!r} is declared twice")
    mine[name] = value


def _merge(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    for name, value in theirs.items():
        _put(mine, name, value)
