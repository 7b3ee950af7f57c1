"""The jobs of the killer game: which abilities a job carries, and the marks of its passive effect.

A passive effect is a mark that comes with the job, so that a copied or temporary one is the same mark from elsewhere.
"""

from __future__ import annotations

from typing import Final

from nightmoot.core.book import Book
from nightmoot.rulesets.killer.data import DATA

KILLERS: Final = "killers"
CIVILIANS: Final = "civilians"
NEUTRALS: Final = "neutrals"
NOBODY: Final = "none"
NPC: Final = "npc"
INTERFERER: Final = "interferer"

book = Book()
book.role("interferer", KILLERS, marks=("interferer",))
book.role("curser", KILLERS, marks=("curser",))
book.role("spy", KILLERS, "query")
book.role("sealer", KILLERS, "seal")
book.role("bloodthirster", KILLERS, marks=("bloodthirster",))
book.role("esper", KILLERS, "swap")
book.role("politician", KILLERS, "convert")
book.role("plain_killer", KILLERS)
book.role("police", CIVILIANS, "investigate")
book.role("doctor", CIVILIANS, "protect")
book.role("madman", CIVILIANS, "madness")
book.role("bomb", CIVILIANS, marks=("bomb",))
book.role("civilian", CIVILIANS)
book.role("alpha", NEUTRALS, "snipe")
book.role("beta", NEUTRALS, marks=("beta",))
book.role("gamma", NEUTRALS, marks=("gamma",))
book.role("npc", NOBODY)

#: The day on which a killer's job awakens; the interferer awakens when a civilian order names him (第N日觉醒).
AWAKENS: Final[dict[str, int]] = {
    job["id"]: job["awakens"] for job in DATA["roles"] if isinstance(job.get("awakens"), int) and job["awakens"]
}
#: What a converted player's job becomes (被转换阵营的职业对应); a job not listed stays (K-52).
CONVERTED: Final[dict[str, str]] = DATA["conversion"]["table"]
#: The special jobs of the civilians (K-67, K-83).
SPECIALS: Final = tuple(job for job in DATA["setup"]["civilians"] if job != "civilian")
#: Jobs that a change of job may bring: all but the politician (K-64).
CHANGEABLE: Final = tuple(job for job in book.roles if job not in DATA["job_change"]["never"])
