"""The course of the game: night, dawn, day and vote, and how it is won."""

from __future__ import annotations

from nightmoot.core import Plain, Scene
from nightmoot.core.book import Book
from nightmoot.core.picks import Pick, one
from nightmoot.core.questions import plurality
from nightmoot.core.records import Holding, Use, group_owner

book = Book()


def greet(scene: Scene) -> None:
    """Everybody is told who sits where; each is told his role, and the shades who they are."""
    seats = tuple((seat, "name", scene.seat(seat).name) for seat in scene.circle)
    alive = tuple((seat, "in", True) for seat in scene.circle)
    scene.announce("start", n=len(scene.circle), shows=(("table", "circle", scene.circle), *seats, *alive))
    for seat in scene.circle:
        scene.tell_role(seat)
    shades = scene.members("shades")
    mates = tuple((seat, "mate", True) for seat in shades)
    scene.tell("group:shades", "shades", shades, seats=shades, shows=(*mates, ("group:shades", "members", shades)))


@book.step("night")
def night(scene: Scene) -> None:
    """Everybody on the sheet is woken in its order, then the shades choose, then comes what was put off until now."""
    scene.check_wins()
    scene.lapse("dusk")
    scene.enter("night", night=scene.night + 1)
    scene.push("wakes", sheet=scene.rules.sheet)
    scene.push("sleepwalk")
    scene.push("hunt")
    scene.push("due", moment=f"end of night {scene.night}")
    scene.gate("phase")
    scene.push("dawn")


@book.step("hunt")
def hunt(scene: Scene) -> None:
    """The shades agree on a victim: the one named most often, by lot where they are divided."""
    shades = scene.members("shades", living=True)
    prey = one(scene.living(not_camp="shades"), optional=True)
    answers = scene.ask_all(shades, prey, key="snuff", group="shades", revise="free", shown="owners")
    top = plurality(answers)
    holding = scene.holding_of(group_owner("shades"), "snuff")
    if top and holding is not None:
        victim = top[0] if len(top) == 1 else scene.draw("snuff", top)
        scene.use(holding, victim, actor="shades")


@book.ability("snuff", pick=lambda s, me: one(s.living()))
def snuff(scene: Scene, me: Holding, use: Use) -> None:
    """The victim goes out at dawn, unless something keeps him in."""
    scene.queue(use.target, "shadow", source="shades")


@book.step("dawn")
def dawn(scene: Scene) -> None:
    """What was aimed at somebody in the night is judged, and everybody is told who is out."""
    scene.enter("dawn", day=scene.day + 1)
    for harm in scene.state.harms:
        scene.settle(harm)
    scene.lapse("dawn")
    name_the_dead(scene)
    scene.push("day")


def name_the_dead(scene: Scene) -> None:
    """Everybody who has gone out since it was said last, with his role."""
    told = scene.recall("told out", ())
    gone = tuple(seat for seat in scene.circle if not scene.is_in(seat) and seat not in told)
    scene.remember("told out", (*told, *gone))
    scene.announce("dead", gone, seats=gone, n=len(gone), shows=tuple((seat, "in", False) for seat in gone))
    for seat in gone:
        role = scene.seat(seat).role
        scene.announce("role", {seat: role}, seat=seat, role=role, shows=((seat, "role", role),))


@book.step("day")
def day(scene: Scene) -> None:
    """People talk; the bell may be rung while they do."""
    scene.check_wins()
    scene.enter("day")
    scene.open_window("talk", "now", standing=True)
    scene.gate("discussion")
    scene.push("close window", window="talk")
    scene.push("vote")


@book.step("vote")
def vote(scene: Scene) -> None:
    """One vote, shown when all have voted; the top name goes, at a tie nobody."""
    scene.enter("vote")
    picks: dict[str, Pick] = {seat: one(scene.living(but=(seat,)), optional=True) for seat in scene.living()}
    answers = scene.ask_all(scene.living(), picks, key="vote", kind="vote", public=True, check="not against the jailer")
    tally: dict[str, float] = {}
    for voter, seat in answers.items():
        if seat is not None:
            scene.fact("vote", seat=voter, what=str(seat))
            tally[str(seat)] = tally.get(str(seat), 0) + scene.vote_weight(voter)
    scene.remember("tally", tally)
    scene.announce("votes", dict(answers), votes=dict(answers), tally=tally)
    top = tuple(seat for seat in scene.circle if seat in tally and tally[seat] == max(tally.values()))
    if len(top) == 1:
        scene.kill(top[0], "vote", source="keepers")
    name_the_dead(scene)
    scene.gate("phase")
    scene.push("night")


@book.constraint("not against the jailer")
def not_against_the_jailer(scene: Scene, answers: dict[str, Plain], owner: str, choice: Plain) -> bool:
    """Whoever was jailed last night may not vote for his jailer."""
    return bool(scene.recall(f"jailer of {owner}") != choice)


@book.wins
def keepers(scene: Scene) -> tuple[str, tuple[str, ...]] | None:
    """No shade is left."""
    return None if scene.living(camp="shades") else ("keepers", of_camp(scene, "keepers"))


@book.wins
def shades(scene: Scene) -> tuple[str, tuple[str, ...]] | None:
    """Nobody else is left; by option it is enough to be as many as the others."""
    mine = scene.living(camp="shades")
    others = len(scene.living(but=mine))
    return ("shades", of_camp(scene, "shades")) if others <= (len(mine) if scene.options["parity"] else 0) else None


def of_camp(scene: Scene, camp: str) -> tuple[str, ...]:
    """Everybody of the camp, in or out."""
    return tuple(seat for seat in scene.circle if scene.camp(seat) == camp)
