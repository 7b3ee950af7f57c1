"""The explained log of the killer game: every outcome of a settlement as a sentence, with the whole chain of causes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nightmoot.core import Game
from tests.rulesets.killer import happenings as here
from tests.rulesets.killer.playing import news

LOGS = {
    here.interference_swap_and_protection: {
        "en": [
            "Investigate aimed at 6 己 went to 1 甲: interference, after 4 丁 used Investigate on 6 己.",
            (
                "Investigate aimed at 1 甲 went to 7 庚: Swap of 2 乙, after Investigate aimed at 6 己 went to 1 甲: "
                "interference, and that after 4 丁 used Investigate on 6 己."
            ),
            "Protect aimed at 7 庚 went to 1 甲: Swap of 2 乙, after 5 戊 used Protect on 7 庚.",
            "Kill aimed at 7 庚 went to 1 甲: Swap of 2 乙, after 3 丙 used Kill on 7 庚.",
            (
                "1 甲 was protected by Protect of 5 戊, because Protect aimed at 7 庚 went to 1 甲: Swap of 2 乙, and "
                "that after 5 戊 used Protect on 7 庚."
            ),
            (
                "1 甲 stays in: a kill (3 丙) was stopped by Protect of 5 戊, after Kill aimed at 7 庚 went to 1 甲: "
                "Swap of 2 乙, and that after 3 丙 used Kill on 7 庚."
            ),
            (
                "4 丁 was told by Investigate: Civilians, after Investigate aimed at 1 甲 went to 7 庚: Swap of 2 "
                "乙, and that after Investigate aimed at 6 己 went to 1 甲: interference, and that after 4 丁 used "
                "Investigate on 6 己."
            ),
        ],
        "zh": [
            "指向6号己的调查转到了1号甲：干扰，此前4号丁对6号己使用了调查。",
            (
                "指向1号甲的调查转到了7号庚：2号乙的调换，此前指向6号己的调查转到了1号甲：干扰，"
                "再之前4号丁对6号己使用了调查。"
            ),
            "指向7号庚的保护转到了1号甲：2号乙的调换，此前5号戊对7号庚使用了保护。",
            "指向7号庚的杀人转到了1号甲：2号乙的调换，此前3号丙对7号庚使用了杀人。",
            ("1号甲受到5号戊的保护，因为指向7号庚的保护转到了1号甲：2号乙的调换，再之前5号戊对7号庚使用了保护。"),
            (
                "1号甲没有出局：杀人（3号丙）被5号戊的保护挡住，此前指向7号庚的杀人转到了1号甲：2号乙的调换，"
                "再之前3号丙对7号庚使用了杀人。"
            ),
            (
                "4号丁由调查得知：平民方，此前指向1号甲的调查转到了7号庚：2号乙的调换，"
                "再之前指向6号己的调查转到了1号甲：干扰，再之前4号丁对6号己使用了调查。"
            ),
        ],
    },
    here.beta_and_a_bomb: {
        "en": [
            "Kill aimed at 2 乙 went to 3 丙: reflection, after 1 甲 used Kill on 2 乙.",
            (
                "3 丙 is out by a reflected kill (1 甲), because Kill aimed at 2 乙 went to 3 丙: reflection, and "
                "that after 1 甲 used Kill on 2 乙."
            ),
            (
                "1 甲 is out by a bomb (3 丙), because 3 丙 is out by a reflected kill (1 甲), and that because Kill "
                "aimed at 2 乙 went to 3 丙: reflection, and that after 1 甲 used Kill on 2 乙."
            ),
            (
                "1 甲 is marked face up, because 1 甲 is out by a bomb (3 丙), and that because 3 丙 is out by a "
                "reflected kill (1 甲), and that because Kill aimed at 2 乙 went to 3 丙: reflection, and that "
                "after 1 甲 used Kill on 2 乙."
            ),
            "the game is over: Civilians won (2 乙, 3 丙, 4 丁, 5 戊, 6 己, 7 庚).",
            "beside them, Neutrals won too.",
        ],
        "zh": [
            "指向2号乙的杀人转到了3号丙：反弹，此前1号甲对2号乙使用了杀人。",
            ("3号丙因反弹的杀人（1号甲）出局，因为指向2号乙的杀人转到了3号丙：反弹，再之前1号甲对2号乙使用了杀人。"),
            (
                "1号甲因炸弹（3号丙）出局，因为3号丙因反弹的杀人（1号甲）出局，"
                "而这是因为指向2号乙的杀人转到了3号丙：反弹，再之前1号甲对2号乙使用了杀人。"
            ),
            (
                "1号甲得到标记“已翻牌”，因为1号甲因炸弹（3号丙）出局，"
                "而这是因为3号丙因反弹的杀人（1号甲）出局，而这是因为指向2号乙的杀人转到了3号丙：反弹，"
                "再之前1号甲对2号乙使用了杀人。"
            ),
            "游戏结束：平民方获胜（2号乙、3号丙、4号丁、5号戊、6号己、7号庚）。",
            "中立方一同获胜。",
        ],
    },
    here.seals_and_what_does_not_count: {
        "en": [
            "Kill of 2 乙 on 8 辛 was dropped for a special order of the same day.",
            "the madness of 5 戊 drew Seal, because 5 戊 used Madness on 3 丙.",
            (
                "the orders of 3 丙 were sealed: Madness of 5 戊, because the madness of 5 戊 drew Seal, and that "
                "because 5 戊 used Madness on 3 丙."
            ),
            "the orders of 4 丁 were sealed: Seal of 1 甲, because 1 甲 used Seal on 4 丁.",
            "Investigate of 4 丁 on 1 甲 came to nothing: Seal of 1 甲.",
            "Kill of 3 丙 on 9 壬 came to nothing: Madness of 5 戊.",
            "10 癸 is out by a kill (6 己), because 6 己 used Kill on 10 癸.",
            "Kill of 7 庚 on 11 子 did not count: more than the killers may send.",
            "2 乙 was told by Query: no, after 2 乙 used Query on 4 丁.",
            (
                "5 戊 was told by Madness: 3, after the madness of 5 戊 drew Seal, and that because 5 戊 used "
                "Madness on 3 丙."
            ),
        ],
        "zh": [
            "2号乙对8号辛的杀人让位给同一日的特殊指令。",
            "5号戊的疯子抽到封印，因为5号戊对3号丙使用了疯子。",
            "3号丙的指令被封住：5号戊的疯子，因为5号戊的疯子抽到封印，而这是因为5号戊对3号丙使用了疯子。",
            "4号丁的指令被封住：1号甲的封印，因为1号甲对4号丁使用了封印。",
            "4号丁对1号甲的调查作废：1号甲的封印。",
            "3号丙对9号壬的杀人作废：5号戊的疯子。",
            "10号癸因杀人（6号己）出局，因为6号己对10号癸使用了杀人。",
            "7号庚对11号子的杀人不算：超出杀手方的名额。",
            "2号乙由查询得知：否，此前2号乙对4号丁使用了查询。",
            "5号戊由疯子得知：3，此前5号戊的疯子抽到封印，而这是因为5号戊对3号丙使用了疯子。",
        ],
    },
    here.a_tie_locks: {
        "en": [
            "the votes were counted: 4 丁 1, 2 乙 1.",
            "most votes, 1, were for: 2 乙, 4 丁.",
            "2 乙 is marked locked by a tie, because most votes, 1, were for: 2 乙, 4 丁.",
            "4 丁 is marked locked by a tie, because most votes, 1, were for: 2 乙, 4 丁.",
        ],
        "zh": [
            "结票：4号丁 1票、2号乙 1票。",
            "得票最多：2号乙、4号丁，1票。",
            "2号乙得到标记“平票锁定”，因为得票最多：2号乙、4号丁，1票。",
            "4号丁得到标记“平票锁定”，因为得票最多：2号乙、4号丁，1票。",
        ],
    },
    here.an_npc_evades: {
        "en": [
            "2 乙 stays in: a kill (1 甲) was stopped by evasion, after 1 甲 used Kill on 2 乙.",
            (
                "a special event sealed the attacker 1 甲, because 2 乙 stays in: a kill (1 甲) was stopped by "
                "evasion, and that after 1 甲 used Kill on 2 乙."
            ),
            (
                "1 甲 is marked sealed by an NPC, because a special event sealed the attacker 1 甲, and that "
                "because 2 乙 stays in: a kill (1 甲) was stopped by evasion, and that after 1 甲 used Kill on 2 乙."
            ),
        ],
        "zh": [
            "2号乙没有出局：杀人（1号甲）被避杀挡住，此前1号甲对2号乙使用了杀人。",
            ("特殊事件：封印攻击者1号甲，因为2号乙没有出局：杀人（1号甲）被避杀挡住，再之前1号甲对2号乙使用了杀人。"),
            (
                "1号甲得到标记“被NPC封印”，因为特殊事件：封印攻击者1号甲，"
                "而这是因为2号乙没有出局：杀人（1号甲）被避杀挡住，再之前1号甲对2号乙使用了杀人。"
            ),
        ],
    },
    here.an_npc_s_seal: {
        "en": [
            "Kill of 1 甲 on 3 丙 came to nothing: sealed by an NPC.",
        ],
        "zh": [
            "1号甲对3号丙的杀人作废：被NPC封印。",
        ],
    },
    here.an_npc_goes_out: {
        "en": [
            "2 乙 is out by a kill (1 甲), because 1 甲 used Kill on 2 乙.",
            (
                "a special event brought somebody back, because 2 乙 is out by a kill (1 甲), and that because 1 甲 "
                "used Kill on 2 乙."
            ),
            (
                "3 丙 is in again, because a special event brought somebody back, and that because 2 乙 is out by "
                "a kill (1 甲), and that because 1 甲 used Kill on 2 乙."
            ),
        ],
        "zh": [
            "2号乙因杀人（1号甲）出局，因为1号甲对2号乙使用了杀人。",
            "特殊事件：复活，因为2号乙因杀人（1号甲）出局，而这是因为1号甲对2号乙使用了杀人。",
            (
                "3号丙回到场上，因为特殊事件：复活，而这是因为2号乙因杀人（1号甲）出局，"
                "而这是因为1号甲对2号乙使用了杀人。"
            ),
        ],
    },
    here.the_gm_is_attacked: {
        "en": [
            (
                "1 甲 attacked the GM by Kill while these lived: Police, Doctor, Madman, Bomb, because 1 甲 used "
                "Kill on the GM."
            ),
            (
                "the GM lives: the civilians had a doctor, because 1 甲 attacked the GM by Kill, and that because "
                "1 甲 used Kill on the GM."
            ),
            (
                "the GM names 1 甲: the civilians had a police, because 1 甲 attacked the GM by Kill, and that "
                "because 1 甲 used Kill on the GM."
            ),
            (
                "the votes of day 1 do not count for: Killers; the civilians had a madman, because 1 甲 attacked "
                "the GM by Kill, and that because 1 甲 used Kill on the GM."
            ),
            (
                "1 甲 is out by an attack on the GM (the GM), because 1 甲 attacked the GM by Kill, and that "
                "because 1 甲 used Kill on the GM."
            ),
        ],
        "zh": [
            "1号甲用杀人攻击GM，当时活着的特殊平民：警察、医生、疯子、炸弹，因为1号甲对GM使用了杀人。",
            "GM没有事：平民方有医生，因为1号甲用杀人攻击GM，而这是因为1号甲对GM使用了杀人。",
            "GM宣布1号甲：平民方有警察，因为1号甲用杀人攻击GM，而这是因为1号甲对GM使用了杀人。",
            "杀手方在第1日的票作废：平民方有疯子，因为1号甲用杀人攻击GM，而这是因为1号甲对GM使用了杀人。",
            "1号甲因攻击GM（GM）出局，因为1号甲用杀人攻击GM，而这是因为1号甲对GM使用了杀人。",
        ],
    },
    here.the_gm_dies: {
        "en": [
            "1 甲 attacked the GM by Kill while these lived: nobody, because 1 甲 used Kill on the GM.",
            (
                "the GM is dead: the civilians had no doctor, because 1 甲 attacked the GM by Kill, and that "
                "because 1 甲 used Kill on the GM."
            ),
            "the game is over: Killers won (1 甲).",
        ],
        "zh": [
            "1号甲用杀人攻击GM，当时活着的特殊平民：无人，因为1号甲对GM使用了杀人。",
            "GM被杀：平民方没有医生，因为1号甲用杀人攻击GM，而这是因为1号甲对GM使用了杀人。",
            "游戏结束：杀手方获胜（1号甲）。",
        ],
    },
    here.a_camp_and_jobs_change: {
        "en": [
            "the madness of 9 壬 drew Change the job, because 9 壬 used Madness on 6 己.",
            "3 丙 turned to Killers (before: Civilians), because 1 甲 used Convert on 3 丙.",
            "3 丙 became Spy (before: Police), because 1 甲 used Convert on 3 丙.",
            "3 丙 is marked awake, because 1 甲 used Convert on 3 丙.",
            "3 丙 was told by Convert: 1 甲.",
            (
                "9 壬 was told by Madness: 4, after the madness of 9 壬 drew Change the job, and that because 9 壬 "
                "used Madness on 6 己."
            ),
            "5 戊 became Doctor (before: Plain civilian), because 4 丁 used Change the job on 5 戊.",
            "5 戊 is marked awake, because 4 丁 used Change the job on 5 戊.",
            (
                "6 己 became Bomb (before: Plain civilian), because the madness of 9 壬 drew Change the job, and "
                "that because 9 壬 used Madness on 6 己."
            ),
            (
                "6 己 is marked awake, because the madness of 9 壬 drew Change the job, and that because 9 壬 used "
                "Madness on 6 己."
            ),
        ],
        "zh": [
            "9号壬的疯子抽到改变职业，因为9号壬对6号己使用了疯子。",
            "3号丙转入杀手方（原属平民方），因为1号甲对3号丙使用了改变阵营。",
            "3号丙成为间谍（原为警察），因为1号甲对3号丙使用了改变阵营。",
            "3号丙得到标记“已觉醒”，因为1号甲对3号丙使用了改变阵营。",
            "3号丙由改变阵营得知：1号甲。",
            "9号壬由疯子得知：4，此前9号壬的疯子抽到改变职业，而这是因为9号壬对6号己使用了疯子。",
            "5号戊成为医生（原为普通平民），因为4号丁对5号戊使用了改变职业。",
            "5号戊得到标记“已觉醒”，因为4号丁对5号戊使用了改变职业。",
            "6号己成为炸弹（原为普通平民），因为9号壬的疯子抽到改变职业，而这是因为9号壬对6号己使用了疯子。",
            "6号己得到标记“已觉醒”，因为9号壬的疯子抽到改变职业，而这是因为9号壬对6号己使用了疯子。",
        ],
    },
    here.a_blessing_and_silence: {
        "en": [
            "2 乙 sent no order and acted on himself.",
            "2 乙 is out by the madman's own doing (2 乙), because 2 乙 sent no order and acted on himself.",
            "3 丙 is out by blessing a killer (3 丙), because 3 丙 used Bless on 1 甲.",
        ],
        "zh": [
            "2号乙没有发指令，对自己施行。",
            "2号乙因疯子自爆（2号乙）出局，因为2号乙没有发指令，对自己施行。",
            "3号丙因祝福杀手（3号丙）出局，因为3号丙对1号甲使用了祝福。",
        ],
    },
    here.gamma_has_the_top_vote: {
        "en": [
            "the votes were counted: 3 丙 2.",
            "most votes, 2, were for: 3 丙.",
            "3 丙 stays in: rebound took the place of the vote, after most votes, 2, were for: 3 丙.",
            (
                "4 丁 is out by gamma's rebound (3 丙), because rebound took the place of the vote on 3 丙, and "
                "that after most votes, 2, were for: 3 丙."
            ),
            (
                "4 丁 is marked face up, because 4 丁 is out by gamma's rebound (3 丙), and that because rebound "
                "took the place of the vote on 3 丙, and that after most votes, 2, were for: 3 丙."
            ),
        ],
        "zh": [
            "结票：3号丙 2票。",
            "得票最多：3号丙，2票。",
            "3号丙没有出局：反作用代替了票死，此前得票最多：3号丙，2票。",
            "4号丁因γ的反作用（3号丙）出局，因为反作用代替了指向3号丙的票死，再之前得票最多：3号丙，2票。",
            (
                "4号丁得到标记“已翻牌”，因为4号丁因γ的反作用（3号丙）出局，"
                "而这是因为反作用代替了指向3号丙的票死，再之前得票最多：3号丙，2票。"
            ),
        ],
    },
    here.a_curse: {
        "en": [
            (
                "the vote of the day had no effect, because 1 甲 is out by the vote, and that because most votes, "
                "1, were for: 1 甲."
            ),
        ],
        "zh": [
            "当日的票杀全部失效，因为1号甲因票死出局，而这是因为得票最多：1号甲，1票。",
        ],
    },
    here.a_bomb_is_voted_out: {
        "en": [
            "the votes were counted: 6 己 2.",
            "most votes, 2, were for: 6 己.",
            "6 己 is out by the vote, because most votes, 2, were for: 6 己.",
            (
                "1 甲 is out by a bomb (6 己), because 6 己 is out by the vote, and that because most votes, 2, "
                "were for: 6 己."
            ),
            (
                "6 己 is marked face up, because 6 己 is out by the vote, and that because most votes, 2, were "
                "for: 6 己."
            ),
            (
                "1 甲 is marked face up, because 1 甲 is out by a bomb (6 己), and that because 6 己 is out by the "
                "vote, and that because most votes, 2, were for: 6 己."
            ),
            "the game is over: Civilians won (2 乙, 3 丙, 4 丁, 5 戊, 6 己).",
            "beside them, Neutrals won too.",
        ],
        "zh": [
            "结票：6号己 2票。",
            "得票最多：6号己，2票。",
            "6号己因票死出局，因为得票最多：6号己，2票。",
            "1号甲因炸弹（6号己）出局，因为6号己因票死出局，而这是因为得票最多：6号己，2票。",
            "6号己得到标记“已翻牌”，因为6号己因票死出局，而这是因为得票最多：6号己，2票。",
            (
                "1号甲得到标记“已翻牌”，因为1号甲因炸弹（6号己）出局，而这是因为6号己因票死出局，"
                "而这是因为得票最多：6号己，2票。"
            ),
            "游戏结束：平民方获胜（2号乙、3号丙、4号丁、5号戊、6号己）。",
            "中立方一同获胜。",
        ],
    },
    here.snipes_and_votes: {
        "en": [
            "the votes were counted: 3 丙 1.",
            "most votes, 1, were for: 3 丙.",
            "3 丙 is out by the vote, because most votes, 1, were for: 3 丙.",
            (
                "3 丙 is marked face up, because 3 丙 is out by the vote, and that because most votes, 1, were "
                "for: 3 丙."
            ),
            "Investigate of 3 丙 on 4 丁 came to nothing: 3 丙 was voted out.",
            "5 戊 is out by a snipe (2 乙), because 2 乙 used Snipe on 5 戊.",
        ],
        "zh": [
            "结票：3号丙 1票。",
            "得票最多：3号丙，1票。",
            "3号丙因票死出局，因为得票最多：3号丙，1票。",
            "3号丙得到标记“已翻牌”，因为3号丙因票死出局，而这是因为得票最多：3号丙，1票。",
            "3号丙对4号丁的调查作废：3号丙被票死。",
            "5号戊因狙杀（2号乙）出局，因为2号乙对5号戊使用了狙杀。",
        ],
    },
    here.orders_that_find_nobody: {
        "en": [
            "Protect of 3 丙 on 5 戊 did nothing: 5 戊 was out already.",
            "6 己 is out by a kill (1 甲), because 1 甲 used Kill on 6 己, 6 己.",
            "Kill of 1 甲 on 6 己 did nothing: 6 己 was out already.",
        ],
        "zh": [
            "3号丙对5号戊的保护没有作用：5号戊已经出局。",
            "6号己因杀人（1号甲）出局，因为1号甲对6号己、6号己使用了杀人。",
            "1号甲对6号己的杀人没有作用：6号己已经出局。",
        ],
    },
    here.drowning_and_the_first_killed: {
        "en": [
            "2 乙 did nothing on 2 days running.",
            "2 乙 is out by drowning, because 2 乙 did nothing on 2 days running.",
            (
                "2 乙 turned to No camp (before: Civilians), because 2 乙 is out by drowning, and that because 2 乙 "
                "did nothing on 2 days running."
            ),
            (
                "2 乙 is marked drowned, because 2 乙 is out by drowning, and that because 2 乙 did nothing on 2 "
                "days running."
            ),
            (
                "2 乙 is marked last words to come, because 2 乙 is out by drowning, and that because 2 乙 did "
                "nothing on 2 days running."
            ),
            (
                "a special event made the next vote go by lot, because 2 乙 is out by drowning, and that because "
                "2 乙 did nothing on 2 days running."
            ),
            "the first killed returns: special civilians lost 1, killers lost 0.",
            "7 庚 is in again, because the first killed returns: special civilians lost 1, killers lost 0.",
            "7 庚 gained Copy, because the first killed returns: special civilians lost 1, killers lost 0.",
        ],
        "zh": [
            "2号乙连续2日没有行动。",
            "2号乙因淹死出局，因为2号乙连续2日没有行动。",
            "2号乙转入无阵营（原属平民方），因为2号乙因淹死出局，而这是因为2号乙连续2日没有行动。",
            "2号乙得到标记“淹死”，因为2号乙因淹死出局，而这是因为2号乙连续2日没有行动。",
            "2号乙得到标记“还有遗言”，因为2号乙因淹死出局，而这是因为2号乙连续2日没有行动。",
            "特殊事件：次日投票由乱数决定，因为2号乙因淹死出局，而这是因为2号乙连续2日没有行动。",
            "首杀复活：特殊平民损失1名，杀手损失0名。",
            "7号庚回到场上，因为首杀复活：特殊平民损失1名，杀手损失0名。",
            "7号庚获得复制，因为首杀复活：特殊平民损失1名，杀手损失0名。",
        ],
    },
}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("happens", LOGS, ids=lambda happens: happens.__name__)
def test_every_outcome_is_explained_with_its_whole_chain(happens: Callable[[], Game], lang: str) -> None:
    assert news(happens(), lang) == LOGS[happens][lang]


def test_a_sentence_says_where_it_happened() -> None:
    beta = here.beta_and_a_bomb()
    assert beta.explain("en")[1].startswith("8:00, day 1: Kill aimed at 2 乙 went to 3 丙")
    assert beta.explain("zh")[1].startswith("第1日·早8点：指向2号乙的杀人转到了3号丙")
    tie = here.a_tie_locks()
    assert "20:00, day 1: the votes were counted: 4 丁 1, 2 乙 1." in tie.explain("en")
    assert "第1日·晚8点：结票：4号丁 1票、2号乙 1票。" in tie.explain("zh")
