/** A letter in words: what somebody wrote, or a word of the host. */
import { hasWord, say, t, word } from '../text/say.svelte';
import type { Letter } from '../wire/types';
import { longMoment } from './when';

export function letterText(ruleset: string | null, letter: Letter): string {
  const { kind, params, text } = letter;
  if (kind === 'text') return text;
  const skill = String(params.skill ?? '');
  const named = hasWord(ruleset, `skill.${skill}`)
    ? word(ruleset, 'skill', skill)
    : hasWord(ruleset, `decision.${skill}.name`)
      ? say(ruleset, `decision.${skill}.name`)
      : skill;
  switch (kind) {
    case 'plan_sent':
      return Number(params.n) > 1
        ? t('ui.slow.letter.plan_sent.nth', { text: named, n: Number(params.n) })
        : t('ui.slow.letter.plan_sent', { text: named });
    case 'plan_dropped':
      return t('ui.slow.letter.plan_dropped', { text: named });
    case 'warning':
      return t('ui.slow.letter.warning', { text: longMoment(Number(params.at)) });
    default:
      return t('ui.slow.letter.nudge');
  }
}
