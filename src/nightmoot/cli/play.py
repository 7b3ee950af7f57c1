"""``nightmoot play``: one person at the terminal against bots."""

from __future__ import annotations

import sys
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Final

import click

from nightmoot.cli import tables
from nightmoot.cli.words import Stop, words

if TYPE_CHECKING:
    from rich.console import Console

    from nightmoot.core import Game, OpenDecision, Policies, SeatSpec
    from nightmoot.core.text import Texts


@click.command()
@tables.table
@click.option("--seat", type=click.IntRange(1), help="Where you sit. [default: drawn]")
@click.option("--name", help="What you are called.")
@click.option("--bots", metavar="NAME", help="How the others play. [default: honest where there is such, else random]")
@click.option("--seed", help="Any text; the same seed deals the same cards. [default: drawn]")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Write the game here when you leave it.")
@tables.language
def play(
    ruleset: str,
    players: int | None,
    roles: str | None,
    specials: str | None,
    board: str | None,
    options: tuple[str, ...],
    seat: int | None,
    name: str | None,
    bots: str | None,
    seed: str | None,
    save: Path | None,
    lang: str,
) -> None:
    """Play in the terminal, you against bots.

    You are asked when it is your turn; the legal choices are listed. At any question: ? helps, t shows the table,
    l shows again all that you were told, q leaves.

    \b
    Examples:
      nightmoot play --ruleset table --players 8
      nightmoot play --players 12 --board classic --lang zh
      nightmoot play --roles werewolf:2,seer,witch,villager:4 --seat 3 --save evening.nightmoot.json
    """
    from rich.console import Console

    from nightmoot.core import GATES, Game, chance
    from nightmoot.policies import make_policy, offered, seat_everywhere

    rules, table = tables.read_table(ruleset, players, roles, specials, board, options)
    book = words(rules.id, lang)
    if seat is not None and seat > table.players:
        raise Stop(book.render("cli.play.no_seat", {"seat": seat, "players": table.players}))
    secret = seed if seed is not None else token_hex(8)
    me = str(seat or chance.index(secret, "my seat", table.players) + 1)
    bot = make_policy(bots or ("honest" if "honest" in offered(rules) else "random"), rules)
    specs = seated(book, table.players, me, name)
    hold = GATES if rules.windows else frozenset[str]()
    game = Game.new(rules, specs, table.options, secret, hold=hold, setup=table.setup)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    evening = Evening(game, me, seat_everywhere(bot, game.state.circle, secret), book, console)
    try:
        evening.run()
    finally:
        if save is not None:
            from nightmoot.cli.files import write_game

            write_game(game, save)
            console.print(book.render("cli.saved", {"file": str(save)}))
    console.print(book.render("cli.play.seed", {"seed": secret}), style="dim")


def seated(book: Texts, players: int, me: str, name: str | None) -> list[SeatSpec]:
    """Who sits where: the person under the own name, bots under names of the language."""
    from nightmoot.core import SeatSpec

    mine = name or book.render("cli.play.you")
    others = [other for other in book.render("cli.names").split() if other != mine]
    found = []
    for place in range(1, players + 1):
        if str(place) == me:
            found.append(SeatSpec(mine))
        else:
            found.append(SeatSpec(others.pop(0) if others else f"Bot {place}"))
    return found


class Left(Exception):
    """The person leaves."""


#: What may be typed at any question besides an answer.
HELP: Final = ("?", "h", "help", "？")
TABLE: Final = ("t", "table")
LOG: Final = ("l", "log")
QUIT: Final = ("q", "quit", "exit")


class Evening:
    """One game with one person in it."""

    def __init__(self, game: Game, me: str, bots: Policies, book: Texts, console: Console) -> None:
        """The person sits at ``me``; the bots answer for everybody else."""
        from nightmoot.cli.asking import Asker
        from nightmoot.cli.telling import Teller

        self.game, self.me, self.bots, self.book, self.console = game, me, bots, book, console
        self.teller = Teller(game, book, me)
        self.asker = Asker(book, self.teller.names, self._say, self._read)
        self.told = 0

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        from nightmoot.core import NightmootError
        from nightmoot.lab.drive import Driver, due

        driver = Driver(self.bots, but=self.me)
        self._say(self.book.render("cli.play.welcome", {"seat": self.me, "n": len(self.names)}))
        try:
            while self.game.over is None:
                answer = driver.next(self.game)
                if answer is not None:
                    self.game.submit(answer)
                    continue
                self._tell()
                mine, rest = self._mine(), due(self.game)
                if mine is not None:
                    self._ask(mine)
                elif rest is not None:
                    if self.game.gate() is None or not self._took_offer():
                        self.game.submit(rest)
                else:
                    raise NightmootError(self.game.fault or "nothing is open")
        except Left:
            self._say(self.book.render("cli.play.left"))
            return
        self._tell()
        won = self.me in self.game.over.winners
        self.console.print(self.book.render("cli.play.won" if won else "cli.play.lost"), style="bold")

    def _mine(self) -> OpenDecision | None:
        """What the person is asked now, and the game waits for."""
        for decision in self.game.decisions(self.me):
            if not decision.answered and not decision.offer:
                return decision
        return None

    def _took_offer(self) -> bool:
        """Show what is on offer to the person, who takes, replaces or declines one, or lets time pass (False)."""
        from nightmoot.cli.asking import PASS

        offers = [decision for decision in self.game.decisions(self.me) if decision.offer]
        if not offers:
            return False
        self.console.print("» " + self.book.render("cli.play.offers"), style="bold")
        for place, decision in enumerate(offers, 1):
            mine = self.book.show(decision.mine, "value", self.names) if decision.answered else ""
            params = {"n": place, "what": decision.skill, "mine": mine}
            self._say("  " + self.book.render("cli.play.offer.given" if mine else "cli.play.offer", params))
        self._say("  " + self.book.render("cli.play.go_on"))
        while True:
            typed = self._read(self.book.render("cli.prompt")).strip()
            if typed.casefold() in PASS:
                return False
            if typed.isdecimal() and 1 <= int(typed) <= len(offers):
                self._ask(offers[int(typed) - 1])
                return True
            self._say("  " + self.book.render("cli.unreadable", {"text": typed}))

    def _tell(self) -> None:
        """Print what is new to the person."""
        notices = self.game.notices
        for notice in notices[self.told :]:
            line = self.teller.line(notice)
            if line is not None:
                self.console.print(line, style="bold" if notice.key == "phase" else "")
        self.told = len(notices)

    def _ask(self, decision: OpenDecision) -> None:
        """Ask until the game takes the answer."""
        from nightmoot.cli.telling import pass_words
        from nightmoot.cli.words import fault
        from nightmoot.core import Answer, Refused

        key = f"decision.{decision.key}"
        text = self.book.render(key if self.book.has(key) else f"skill.{decision.skill}", decision.params, self.names)
        self.console.print("» " + text, style="bold")
        for other, choice in decision.to_wire().get("others", {}).items():
            params = {"by": other, "choice": self.book.show(choice, "value", self.names)}
            self._say("  " + self.book.render("cli.play.other", params, self.names))
        while True:
            choice = self.asker.decision(decision, pass_words(self.book, decision.key, decision.skill))
            try:
                self.game.submit(Answer(decision.name, self.me, choice))
            except Refused as refused:
                self._say("  " + fault(refused))
            else:
                return

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat."""
        return self.teller.names

    def _say(self, text: str) -> None:
        self.console.print(text)

    def _read(self, prompt: str) -> str:
        """A line that is an answer; the other commands are carried out here."""
        while True:
            try:
                typed = self.console.input(prompt, markup=False)
            except EOFError:
                raise Left from None
            if not sys.stdin.isatty():
                self._say(typed)  # a terminal has shown it already
            word = typed.strip().casefold()
            if word in QUIT:
                raise Left
            if word in HELP:
                self._say(self.book.render("cli.play.help"))
            elif word in TABLE:
                self._table()
            elif word in LOG:
                self.told = 0
                self._tell()
            else:
                return typed

    def _table(self) -> None:
        """The circle, and what the person knows of everybody."""
        view = self.game.view(self.me)
        for seat in view.table["circle"]:
            known = view.seats[seat]
            parts = [self.book.show(seat, "seat", self.names)]
            if seat == self.me:
                parts.append(self.book.render("cli.play.me"))
            if not known["in"]:
                parts.append(self.book.render("cli.play.out"))
            if known.get("role"):
                parts.append(self.book.render(f"role.{known['role']}"))
            elif known.get("camp"):
                parts.append(self.book.render(f"camp.{known['camp']}"))
            for facet, value in known.items():
                for key in (f"title.{facet}", f"mark.{facet}"):
                    if value is True and known["in"] and self.book.has(key):
                        parts.append(self.book.render(key))
            self._say("  " + " · ".join(parts))
