"""Small games in which one thing happens, each up to the settlement that brings it about."""

from __future__ import annotations

from nightmoot.core import Game
from tests.rulesets.killer.playing import act, chance, game, tick, until_day


def interference_swap_and_protection() -> Game:
    """The interferer draws an order, a swap throws it on; a kill is swapped too, onto a protection that was."""
    night = tick(game("interferer", "esper", "plain_killer", "police", "doctor", *["civilian"] * 5))
    act(night, "4", "investigate", "1")
    until_day(night, 5)
    chance(night, interferer=["4"])
    act(night, "4", "investigate", "6")
    act(night, "5", "protect", "7")
    act(night, "2", "swap", ["1", "7"])
    act(night, "3", "kill", "7")
    return tick(night)


def beta_and_a_bomb() -> Game:
    """β throws a kill onto a bomb, which takes its sender along."""
    night = game("plain_killer", "beta", "bomb", "alpha", *["civilian"] * 3)
    chance(night, beta=["3"])
    act(night, "1", "kill", "2")
    return tick(night)


def seals_and_what_does_not_count() -> Game:
    """A sealer's and a madman's seal; a kill beside a special order; one that is beyond the allowance."""
    night = game("sealer", "spy", "plain_killer", "police", "madman", "plain_killer", "plain_killer", *["civilian"] * 7)
    chance(night, madness=["protect", "protect", 3])
    until_day(night, 3)
    act(night, "4", "investigate", "1")
    act(night, "5", "madness", "3")
    act(night, "1", "seal", "4")
    act(night, "2", "query", "4")
    act(night, "2", "kill", "8")
    act(night, "3", "kill", "9")
    act(night, "6", "kill", "10")
    act(night, "7", "kill", "11")
    return tick(night)


def a_tie_locks() -> Game:
    """Who is tied loses his active skills."""
    day = tick(game("plain_killer", "police", "doctor", *["civilian"] * 3))
    act(day, "2", "vote", "4")
    act(day, "4", "vote", "2")
    return tick(day)


def an_npc_evades() -> Game:
    """An attack on an NPC, evaded, sets off an event that seals the attacker."""
    night = game("plain_killer", "npc", *["civilian"] * 3, "police")
    chance(night, npc=[True], event=[3])
    act(night, "1", "kill", "2")
    return tick(night)


def an_npc_s_seal() -> Game:
    """What the sealed attacker sends on the next day comes to nothing."""
    night = an_npc_evades()
    tick(night)
    act(night, "1", "kill", "3")
    return tick(night)


def an_npc_goes_out() -> Game:
    """An NPC that does not evade sets off an event too: the first civilian out returns."""
    night = game("plain_killer", "npc", *["civilian"] * 4, "police")
    act(night, "1", "kill", "3")
    tick(night, 2)
    chance(night, npc=[False], event=[[1, "civilians"]])
    act(night, "1", "kill", "2")
    return tick(night)


def the_gm_is_attacked() -> Game:
    """All four special jobs live: each has its say."""
    night = game("plain_killer", "plain_killer", "police", "doctor", "madman", "bomb", *["civilian"] * 2)
    act(night, "1", "kill", "moderator")
    return tick(night)


def the_gm_dies() -> Game:
    """No doctor lives."""
    night = game("plain_killer", *["civilian"] * 4)
    act(night, "1", "kill", "moderator")
    return tick(night)


def a_camp_and_jobs_change() -> Game:
    """The politician converts; a temporary skill and a madman change jobs."""
    night = game("politician", "plain_killer", "police", *["civilian"] * 5, "madman")
    chance(night, madness=["protect"] * 5, change_job=["doctor"])
    tick(until_day(night, 5))
    act(night, "moderator", "grant", {"player": "4", "skill": "change_job"})
    act(night, "4", "change_job", "5")
    act(night, "9", "madness", "6")
    tick(night)
    act(night, "1", "convert", "3")
    chance(night, madness=[[4, "bomb"]])
    return tick(night)


def a_blessing_and_silence() -> Game:
    """Who blesses a killer blows himself up; a madman who sent nothing acts on himself."""
    day = tick(game("plain_killer", "madman", *["civilian"] * 4))
    act(day, "moderator", "grant", {"player": "3", "skill": "bless"})
    act(day, "3", "bless", "1")
    chance(day, madness=["out"])
    return tick(day, 2)


def gamma_has_the_top_vote() -> Game:
    """γ turns it on his first voter."""
    day = tick(game("curser", "plain_killer", "gamma", *["civilian"] * 4, "bomb"))
    act(day, "4", "vote", "3")
    act(day, "5", "vote", "3")
    return tick(day)


def a_curse() -> Game:
    """The vote of the day after a curser was voted out."""
    day = tick(game("curser", "plain_killer", "gamma", *["civilian"] * 4, "bomb"))
    act(day, "5", "vote", "1")
    tick(day, 2)
    act(day, "5", "vote", "8")
    return tick(day)


def a_bomb_is_voted_out() -> Game:
    """It takes the last voter along, and two neutrals win beside the civilians."""
    day = tick(game("plain_killer", "alpha", "gamma", *["civilian"] * 2, "bomb"))
    act(day, "4", "vote", "6")
    act(day, "1", "vote", "6")
    return tick(day)


def snipes_and_votes() -> Game:
    """A snipe by day; the orders of who was voted out, and what was aimed at him."""
    day = tick(game("plain_killer", "alpha", "police", "doctor", *["civilian"] * 4))
    act(day, "2", "snipe", "5")
    act(day, "3", "investigate", "4")
    act(day, "4", "protect", "3")
    act(day, "6", "vote", "3")
    return tick(day)


def orders_that_find_nobody() -> Game:
    """On the morning after: a protection on who was voted out, a kill on who was killed."""
    night = game("plain_killer", "bloodthirster", "doctor", "police", *["civilian"] * 5)
    until_day(night, 3)
    tick(night)
    act(night, "3", "protect", "5")
    act(night, "4", "vote", "5")
    tick(night)
    act(night, "1", "kill", ["6", "6"])
    return tick(night)


def drowning_and_the_first_killed() -> Game:
    """Whoever did nothing for two days drowns, which sets off an event; the first killed returns."""
    night = game(
        "plain_killer",
        "police",
        *["civilian"] * 3,
        "npc",
        "civilian",
        drowning_enabled=True,
        first_kill_revival_enabled=True,
    )
    chance(night, event=[5])
    act(night, "1", "kill", "7")
    tick(night)
    for _ in range(2):
        for seat, choice in {"1": "3", "3": "1", "4": "3", "5": "1"}.items():
            act(night, seat, "vote", choice)
        tick(night, 2)
    return night
