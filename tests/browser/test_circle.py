"""The grimoire of 5 to 20 seats on a phone, a tablet and a desk: nothing lies over anything, everything can be read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.browser.alone import Alone
from tests.browser.person import Person

pytestmark = pytest.mark.timeout(600)  # a busy machine is slow, not wrong

SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desk": (1280, 800)}
#: Characters with the longest words in their names.
LONG = "vigormortis nightwatchman mathematician investigator puzzlemaster yaggababble washerwoman ravenkeeper".split()
#: What of the circle lies over something else, is too small or cannot be read.
LOOK = """() => {
  const faults = [];
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.closest('[data-seat], .marks, .token, .by-itself')?.innerText.replaceAll('\\n', ' ') ?? '';
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const all = document.querySelector('.circle').getBoundingClientRect();
  const list = document.querySelector('.circle.rows') !== null;
  const seats = [...document.querySelectorAll('.circle .seat')];
  const tokens = [...document.querySelectorAll('.circle .token, .circle .by-itself')];
  seats.forEach((seat, k) => {
    const mine = box(seat);
    if (mine.width < 44 || mine.height < 44) faults.push(`small: ${name(seat)}`);
    if (mine.left < 0 || mine.right > innerWidth) faults.push(`beside the screen: ${name(seat)}`);
    if (!list && (mine.top < all.top - 1 || mine.bottom > all.bottom + 1)) faults.push(`outside: ${name(seat)}`);
    for (const other of seats.slice(k + 1)) {
      const its = box(other);
      if (over(mine, its)) faults.push(`over one another: ${name(seat)} / ${name(other)}`);
    }
    const role = seat.querySelector('.role');
    const broken = document.createRange();
    for (const { 0: part, index } of role.firstChild.data.matchAll(/[A-Za-z'’]+/g)) {
      broken.setStart(role.firstChild, index);
      broken.setEnd(role.firstChild, index + part.length);
      if (broken.getClientRects().length > 1) faults.push(`broken: ${part}`);
    }
    if (parseFloat(getComputedStyle(role).fontSize) < 7.5) faults.push(`tiny: ${role.innerText}`);
    for (const word of seat.querySelectorAll('.who, .role'))
      if (word.scrollWidth > word.clientWidth + 1 || word.scrollHeight > word.clientHeight + 2)
        faults.push(`cut: ${word.innerText}`);
  });
  tokens.forEach((token, k) => {
    const mine = box(token);
    if (mine.width < 24 || mine.height < 24) faults.push(`small token: ${name(token)} ${mine.width} x ${mine.height}`);
    if (mine.left < 0 || mine.right > innerWidth) faults.push(`token beside the screen: ${name(token)}`);
    for (const seat of seats)
      if (over(mine, box(seat))) faults.push(`token over a seat: ${name(token)} / ${name(seat)}`);
    for (const other of tokens.slice(k + 1))
      if (over(mine, box(other))) faults.push(`tokens over one another: ${name(token)} / ${name(other)}`);
  });
  return faults;
}"""


@pytest.mark.parametrize(
    ("lang", "seats"), [("zh", 5), ("en", 8), ("zh", 12), ("en", 15), ("zh", 15), ("en", 20), ("zh", 20)]
)
def test_the_circle_has_room_for_all(arrive: Callable[..., Person], lang: str, seats: int) -> None:
    """Beyond fifteen (ten on a small phone) it is a list in seat order."""
    grimoire = Alone(arrive, lang, seats, SIZES["desk"])
    page = grimoire.page
    for seat in range(1, seats + 1, 2):
        grimoire.by_hand("mark", kind="poisoned", seat=str(seat))
        grimoire.by_hand("remind", role="fortuneteller", token="red_herring", seat=str(seat))
        grimoire.by_hand("note", text="bluffs the Washerwoman", seat=str(seat))
    others = {str(seat): {"role": role} for seat, role in zip(range(2, seats + 1), cycle(LONG[1:]), strict=False)}
    grimoire.by_hand("set", seat="1", role=LONG[0], also=others)
    found: list[str] = []
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".circle .seat")).to_have_count(seats)
        listed = seats > (10 if name == "phone" else 15)
        expect(page.locator(".circle.rows")).to_have_count(int(listed))
        page.screenshot(path=f"tests/browser/shots/circle-{lang}-{seats}-{name}.png")
        found += [f"{name}: {fault}" for fault in page.evaluate(LOOK)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert "\n".join(found) == ""
