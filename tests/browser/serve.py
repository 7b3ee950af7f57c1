"""The server that the browser tests talk to: ``python -m tests.browser.serve PORT DATABASE``. Bots answer at once,
and one address may open many rooms."""

from __future__ import annotations

import sys

from nightmoot.host.host import Config
from nightmoot.host.serve import run

if __name__ == "__main__":
    run(
        port=int(sys.argv[1]),
        db=sys.argv[2],
        config=Config(bot_delay_ms=(0, 0), joins_burst=10_000, commands_burst=10_000),
    )
