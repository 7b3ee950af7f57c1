/** The rules in force in plain lines: what the ruleset says of itself, with the values that this room has chosen. */
import { hasWord, list, plainWord, say, t, textOf, ui } from '../text/say.svelte';
import type { OptionInfo, Params, Plain, RoomState } from '../wire/types';

const KINDS = ['role', 'camp', 'skill', 'phase', 'option'];
const SLOT = /\{(\w+)/g;

function chosenOf(state: RoomState, option: OptionInfo): Plain {
  return state.options[option.id] ?? option.default ?? null;
}

/** A value in the words of its option. */
function valueWord(state: RoomState, option: OptionInfo, value: Plain): string {
  // an entry of somebody's own goes by its name
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name);
  if (Array.isArray(value))
    return value.length
      ? list(value.map((item) => valueWord(state, option, item)))
      : say(state.ruleset, 'slot.nobody');
  const key = `option.${option.id}.${String(value)}`;
  return typeof value !== 'object' && hasWord(state.ruleset, key)
    ? say(state.ruleset, key)
    : plainWord(state.ruleset, value, KINDS);
}

export function optionLine(state: RoomState, option: OptionInfo): string {
  const value = valueWord(state, option, chosenOf(state, option));
  return t('ui.rules.option', { option: say(state.ruleset, `option.${option.id}`), value });
}

/** What a line says of each option: its phrase for the value (`rules.OPTION.VALUE`), or the plain value.
 * A phrase may name other options. */
function phrases(state: RoomState, options: OptionInfo[]): Params {
  const plain: Params = {};
  const said: Params = {};
  for (const option of options) {
    const key = `rules.${option.id}.${String(chosenOf(state, option))}`;
    plain[option.id] = hasWord(state.ruleset, key)
      ? say(state.ruleset, key)
      : valueWord(state, option, chosenOf(state, option));
  }
  for (const option of options) {
    const key = `rules.${option.id}.${String(chosenOf(state, option))}`;
    said[option.id] = hasWord(state.ruleset, key) ? say(state.ruleset, key, plain) : (plain[option.id] ?? '');
  }
  return said;
}

/** At most ten lines of the ruleset, then what this room has changed beside them. */
export function ruleLines(state: RoomState, options: OptionInfo[]): string[] {
  const said = phrases(state, options);
  const lines: string[] = [];
  const named = new Set<string>();
  for (let k = 1; hasWord(state.ruleset, `rules.${k}`); k++) {
    const key = `rules.${k}`;
    lines.push(say(state.ruleset, key, said));
    for (const [, id] of textOf(state.ruleset, key).matchAll(SLOT)) named.add(id!);
  }
  const changed = options.filter(
    (one) =>
      !named.has(one.id) && JSON.stringify(chosenOf(state, one)) !== JSON.stringify(one.default ?? null),
  );
  return [
    ...(state.aliases ? [t('ui.aliases.on.help')] : []),
    ...lines,
    ...changed.map((one) => optionLine(state, one)),
    ui(`ui.sitting.${state.sitting}.help`),
    ui(`ui.moderator.${state.moderator}.help`),
  ];
}
