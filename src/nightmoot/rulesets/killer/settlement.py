"""The settlement of 8:00: level by level, then who drowns and who returns, the news, and who has won."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer import before, levels
from nightmoot.rulesets.killer.drowning import drown, note_idle
from nightmoot.rulesets.killer.events import npc_event, tell_actors
from nightmoot.rulesets.killer.gifts import take_back
from nightmoot.rulesets.killer.items import due_to
from nightmoot.rulesets.killer.news import announce_out, tell_changes, tell_news
from nightmoot.rulesets.killer.reports import report_madness
from nightmoot.rulesets.killer.revival import first_killed_returns
from nightmoot.rulesets.killer.seats import regroup
from nightmoot.rulesets.killer.work import Work

book = Book()


def run(work: Work) -> None:
    """The orders of the day, by the priority of skills (K-88, K-89)."""
    were_in = work.scene.living()
    before.void_blocked(work)
    before.void_voted_out(work)
    before.either_or(work)
    for item in work.at(1):
        work.attacks.snipe(item)
    before.draw_madness(work, were_in)
    before.seal(work)
    before.default_madness(work)
    before.wake_interferers(work)
    before.attract(work)
    before.interfere(work)
    levels.swap(work)
    levels.protect(work)
    levels.kill(work)
    levels.convert(work)
    levels.investigate(work)
    levels.change_jobs(work)
    for item in work.items:
        report_madness(work.scene, item)
    levels.bless(work)
    levels.book_uses(work)


@book.step("settlement")
def settlement(scene: Scene) -> None:
    """Everything of the closing day is settled, announced and judged; then the new day opens."""
    work = Work.begin(scene, scene.day - 1)
    run(work)
    scene.remember("actors", levels.actors(work))
    levels.new_jobs(work)
    take_back(scene)
    note_idle(work)
    for out in drown(work):
        with due_to(scene, out):
            npc_event(scene, work.day, work.news)
    back = first_killed_returns(scene, work.news)
    regroup(scene)
    announce_out(scene, tuple(seat for seat in scene.recall("roll_2000", ()) if not scene.is_in(seat)))
    tell_news(scene, work.news)
    tell_changes(scene, work.news)
    tell_actors(scene)
    scene.check_wins()
    scene.push("new day", back=back or "")
