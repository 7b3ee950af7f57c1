"""The toy's words: kind, id, Chinese, English."""

from __future__ import annotations

LINES = """
skill zap 雷击 zap/skill strike 重击 strike/skill ward 护盾 ward/skill lure 引诱 lure
skill shield 替身 shield/skill bribe 收买 bribe/skill last 遗击 last shot/skill curse 诅咒 curse
skill hush 噤声 hush/skill blank 抹除 blanking/skill seal 封口 seal/skill cry 呼喊 cry
skill peep 窥视 peep/skill rob 劫持 robbery/skill muffle 捂耳 muffle/skill swap 对调 swap
skill deflect 偏转 deflection/skill pierce 穿刺 piercing/skill lend 出借 loan/skill ape 模仿 aping
skill puppet 操纵 puppetry/skill late 迟击 late blow/skill draw 抽签 lot/skill sense 感应 sense
skill fling 投掷 fling/skill plan 谋划 plan/skill scheme 密谋 scheme/skill revenge 复仇 revenge
skill shout 喊话 shout/skill maul 撕咬 mauling/skill bond 羁绊 bond/skill tough 坚韧 toughness
skill vote 投票 vote/skill fail 故障 fault/mark warded 受护 warded/mark lured 受引 lured
mark shielded 有替身 shielded/mark bribed 被收买 bribed/mark tough 坚韧 toughness
mark cursed 受诅咒 cursed/mark hushed 噤声 hushed/mark blanked 抹除 blanked/mark sealed 封口 sealed
mark cried 喊过 cried/mark robbed 被劫 robbed/mark muffled 捂住 muffled/mark swapped 已对调 swapped
mark deflecting 偏转中 deflecting/mark cloaked 隐蔽 cloak/mark puppet 被操纵 puppet
mark heavy 重票 heavy vote/mark schemed 被密谋 schemed/mark servant 仆从 servant/mark lies 谎言 lies
mark frozen 冻结 frozen/harm zap 雷击 zap/harm strike 重击 strike/harm sacrifice 替死 sacrifice
harm bribe 收买 bribe/harm last 遗击 last shot/harm maul 撕咬 mauling/harm doom 天罚 doom
harm pierce 穿刺 piercing/harm late 迟击 late blow/harm draw 抽签 lot/harm vote 投票 vote
harm override 裁定 decision/harm fling 投掷 fling/harm plan 谋划 plan/harm revenge 复仇 revenge
harm grief 殉情 grief/group pack 狼群 the pack/who pack 狼群 the pack/who village 众人 the village
camp red 红方 red/camp blue 蓝方 blue/phase night 夜晚 Night/phase dawn 天亮 Dawn/phase day 白天 Day
role plain 平民 plain/role wolf 狼 wolf/role zap 雷击者 zapper/role ward 护盾者 warden
role peep 窥视者 peeper
"""
WORDS: dict[str, dict[str, str]] = {"en": {}, "zh": {}}
for _entry in LINES.replace("\n", "/").split("/"):
    if _entry:
        _kind, _id, _zh, _en = _entry.split(" ", 3)
        WORDS["zh"][f"{_kind}.{_id}"], WORDS["en"][f"{_kind}.{_id}"] = _zh, _en
