/** What was put in, said in a line, so that a moderator finds the place to go back to. */
import { hasWord, list, noticeText, plainWord, say, seatName, t, ui, word } from '../text/say.svelte';
import type { Plain, Step } from '../wire/types';

const KINDS = ['skill', 'phase', 'role', 'group', 'camp'];

/** The parts of an internal name ("night/2/check/3") that have words of their own. */
export function nameWords(ruleset: string | null, name: string): string {
  const words = name.split(/[/ ]/).flatMap((part) => {
    const kind = KINDS.find((one) => hasWord(ruleset, `${one}.${part}`));
    return kind ? [word(ruleset, kind, part)] : [];
  });
  return [...new Set(words)].join(' · ');
}

function valueWord(ruleset: string | null, value: Plain): string {
  if (value === null) return t('ui.pass');
  return typeof value === 'string' && value.includes('/')
    ? nameWords(ruleset, value)
    : plainWord(ruleset, value, KINDS);
}

/** Where the words of an override are: the ruleset's own, or the page's. */
export function actKey(ruleset: string | null, act: string): string {
  return hasWord(ruleset, `act.${act}`) ? `act.${act}` : `ui.act.${act}`;
}

function details(ruleset: string | null, step: Step): string[] {
  const { decision, name, choice, act, args, text } = step.what;
  const said: string[] = [];
  if (typeof decision === 'string') said.push(nameWords(ruleset, decision));
  if (typeof name === 'string') said.push(nameWords(ruleset, name));
  if (typeof act === 'string') said.push(say(ruleset, actKey(ruleset, act)));
  if (args !== undefined && args !== null)
    said.push(plainWord(ruleset, Object.values(args) as Plain[], KINDS));
  if (choice !== undefined) said.push(valueWord(ruleset, choice));
  if (typeof text === 'string') said.push(text);
  return said;
}

export function stepLine(ruleset: string | null, step: Step): string {
  const who = step.by ? seatName(step.by) : '';
  return [who, ui(`ui.step.${step.kind}`), ...details(ruleset, step)].filter(Boolean).join(' · ');
}

/** Who has seen what, as the server lists it before an undo. */
export function shownLine(ruleset: string | null, item: Plain): string {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return plainWord(ruleset, item, KINDS);
  const { to, key, params } = item;
  const readers = Array.isArray(to) ? list(to.map((id) => seatName(String(id)))) : t('ui.who.public');
  const known = typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {};
  return t('ui.talk.line', { name: readers, text: noticeText(ruleset, String(key), known) || String(key) });
}
