/** Decisions and choices in words. */
import { hasWord, list, plainWord, say, seatName, t, word } from '../text/say.svelte';
import type { OpenDecision, Pick, Plain } from '../wire/types';

export function skillName(ruleset: string | null, decision: { key: string; skill: string | null }): string {
  if (decision.skill && hasWord(ruleset, `skill.${decision.skill}`))
    return word(ruleset, 'skill', decision.skill);
  if (decision.skill && hasWord(ruleset, `role.${decision.skill}`))
    return word(ruleset, 'role', decision.skill);
  const short = `decision.${decision.key}.name`;
  return hasWord(ruleset, short) ? say(ruleset, short) : (decision.skill ?? decision.key);
}

export function question(ruleset: string | null, decision: OpenDecision): string {
  const key = `decision.${decision.key}`;
  // where somebody has put a question in his own words, they are repeated
  if (decision.params.text && hasWord(ruleset, `${key}.asks`))
    return say(ruleset, `${key}.asks`, decision.params);
  if (hasWord(ruleset, key)) return say(ruleset, key, decision.params);
  if (hasWord(ruleset, decision.key)) return say(ruleset, decision.key, decision.params);
  return '';
}

/** How passing is called here: 弃票, "nobody", or simply "pass". */
export function passName(ruleset: string | null, decision: OpenDecision): string {
  for (const key of [`decision.${decision.key}.pass`, `skill.${decision.skill}.pass`]) {
    if (hasWord(ruleset, key)) return say(ruleset, key);
  }
  return t('ui.pass');
}

/** The word on the button of something that is simply done (过), where the ruleset has one. */
export function quickName(ruleset: string | null, decision: OpenDecision): string | null {
  const key = `decision.${decision.key}.done`;
  return hasWord(ruleset, key) ? say(ruleset, key) : null;
}

export function optionWord(ruleset: string | null, of: string, option: Plain): string {
  return plainWord(ruleset, option, [of, 'role', 'skill', 'camp', 'mark', 'choice', 'option']);
}

export function slotName(ruleset: string | null, name: string): string {
  for (const kind of ['slot', 'skill'])
    if (hasWord(ruleset, `${kind}.${name}`)) return word(ruleset, kind, name);
  return name;
}

export function choiceWords(ruleset: string | null, pick: Pick, choice: Plain): string {
  if (choice === null) return t('ui.pass');
  switch (pick.kind) {
    case 'seats':
      return list((Array.isArray(choice) ? choice : [choice]).map((seat) => seatName(String(seat))));
    case 'options':
      return list(
        (Array.isArray(choice) ? choice : [choice]).map((item) => optionWord(ruleset, pick.of, item)),
      );
    case 'yes':
      return t(choice === true ? 'ui.yes' : 'ui.no');
    case 'flag':
      return '';
    case 'number':
    case 'text':
      return String(choice);
    case 'several':
      return list(
        (Array.isArray(choice) ? choice : [choice]).map((item) => choiceWords(ruleset, pick.of, item)),
      );
    case 'each':
      if (typeof choice !== 'object' || Array.isArray(choice)) return String(choice);
      return list(
        Object.entries(choice).map(([seat, value]) =>
          t('ui.choice.part', {
            name: seatName(seat),
            choice: value === null ? t('ui.pass') : choiceWords(ruleset, pick.value, value),
          }),
        ),
      );
    case 'form':
    case 'either': {
      if (typeof choice !== 'object' || Array.isArray(choice)) return String(choice);
      const parts = pick.kind === 'form' ? pick.slots : pick.of;
      return list(
        Object.entries(choice).map(([name, part]) => {
          const inner = parts[name];
          const said = inner ? choiceWords(ruleset, inner, part) : String(part);
          return said
            ? t('ui.choice.part', { name: slotName(ruleset, name), choice: said })
            : slotName(ruleset, name);
        }),
      );
    }
  }
}

/** "守护 7号 小王？" */
export function confirmation(ruleset: string | null, decision: OpenDecision, choice: Plain): string {
  const skill = skillName(ruleset, decision);
  if (choice === null) return t('ui.confirm.pass', { skill, pass: passName(ruleset, decision) });
  const said = choiceWords(ruleset, decision.pick, choice);
  if (decision.pick.kind === 'either') return t('ui.confirm.plain', { choice: said });
  return said ? t('ui.confirm.choice', { skill, choice: said }) : t('ui.confirm.plain', { choice: skill });
}

export function answerWords(ruleset: string | null, decision: OpenDecision, choice: Plain): string {
  const skill = skillName(ruleset, decision);
  if (choice === null) return t('ui.answer.pass', { skill, pass: passName(ruleset, decision) });
  const said = choiceWords(ruleset, decision.pick, choice);
  if (decision.pick.kind === 'either') return said;
  return said ? t('ui.answer.choice', { skill, choice: said }) : skill;
}
