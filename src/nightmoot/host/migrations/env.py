"""Run the migrations on the connection that the host hands over."""

from __future__ import annotations

from alembic import context

from nightmoot.host import talk_store  # noqa: F401 - its tables belong to the metadata
from nightmoot.host.slow import tables  # noqa: F401 - so do these
from nightmoot.host.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
