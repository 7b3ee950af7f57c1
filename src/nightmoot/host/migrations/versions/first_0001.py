"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "room",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_room")),
    )
    op.create_table(
        "claim",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["room.code"], name=op.f("fk_claim_room"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_claim")),
    )
    with op.batch_alter_table("claim", schema=None) as batch_op:
        batch_op.create_index("ix_claim_room_member", ["room", "member"], unique=False)

    op.create_table(
        "done",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("c", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["room.code"], name=op.f("fk_done_room"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "member", "c", name=op.f("pk_done")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["room"], ["room.code"], name=op.f("fk_game_room"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index("ix_game_room_no", ["room", "no"], unique=True)

    op.create_table(
        "member",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["room.code"], name=op.f("fk_member_room"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "id", name=op.f("pk_member")),
    )
    op.create_table(
        "post",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["room.code"], name=op.f("fk_post_room"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post")),
    )
    with op.batch_alter_table("post", schema=None) as batch_op:
        batch_op.create_index("ix_post_room_id", ["room", "id"], unique=False)

    op.create_table(
        "deadline",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("left", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_deadline_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "name", name=op.f("pk_deadline")),
    )
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.create_index("ix_deadline_due", ["due"], unique=False)

    op.create_table(
        "input",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_input_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_input")),
    )
    op.create_table(
        "notice",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("k", sa.Integer(), nullable=False),
        sa.Column("audience", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("gone", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_notice_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seq", "k", name=op.f("pk_notice")),
    )
    op.create_table(
        "prompt",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("viewer", sa.Text(), nullable=False),
        sa.Column("d", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_prompt_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "viewer", "d", name=op.f("pk_prompt")),
    )
    op.create_table(
        "retraction",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("viewer", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_retraction_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "viewer", "epoch", name=op.f("pk_retraction")),
    )
    op.create_table(
        "snapshot",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_snapshot_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_snapshot")),
    )


def downgrade() -> None:
    op.drop_table("snapshot")
    op.drop_table("retraction")
    op.drop_table("prompt")
    op.drop_table("notice")
    op.drop_table("input")
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.drop_index("ix_deadline_due")

    op.drop_table("deadline")
    with op.batch_alter_table("post", schema=None) as batch_op:
        batch_op.drop_index("ix_post_room_id")

    op.drop_table("post")
    op.drop_table("member")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index("ix_game_room_no")

    op.drop_table("game")
    op.drop_table("done")
    with op.batch_alter_table("claim", schema=None) as batch_op:
        batch_op.drop_index("ix_claim_room_member")

    op.drop_table("claim")
    op.drop_table("room")
