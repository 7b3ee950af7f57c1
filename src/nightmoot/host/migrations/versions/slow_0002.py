"""Slow play: plans, letters, warnings, contacts, what goes out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f(f"fk_{table}_game"), ondelete="CASCADE")


def _of_room(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["room"], ["room.code"], name=op.f(f"fk_{table}_room"), ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "plan",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("skill", sa.Text(), nullable=False),
        sa.Column("choices", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("entered", sa.Text(), nullable=False),
        sa.Column("spent", sa.Integer(), nullable=True),
        _of_game("plan"),
        sa.PrimaryKeyConstraint("game", "seat", "phase", "skill", name=op.f("pk_plan")),
    )
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("params", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _of_game("letter"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index("ix_letter_game_id", ["game", "id"], unique=False)
    op.create_table(
        "warned",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("lead", sa.BigInteger(), nullable=False),
        _of_game("warned"),
        sa.PrimaryKeyConstraint("game", "due", "lead", name=op.f("pk_warned")),
    )
    op.create_table(
        "contact",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        _of_room("contact"),
        sa.PrimaryKeyConstraint("room", "member", "kind", name=op.f("pk_contact")),
    )
    op.create_table(
        "outgoing",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        _of_room("outgoing"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outgoing")),
    )


def downgrade() -> None:
    for table in ("outgoing", "contact", "warned", "letter", "plan"):
        op.drop_table(table)
