/** The rules in force in plain lines: what the ruleset says of itself, then what this room changed. */
import { hasWord, plainWord, say, t, ui } from '../text/say.svelte';
import type { OptionInfo, Plain, RoomState } from '../wire/types';

export function optionLine(state: RoomState, option: OptionInfo): string {
  const value: Plain = state.options[option.id] ?? option.default ?? null;
  const key = `option.${option.id}.${String(value)}`;
  const shown =
    typeof value !== 'object' && hasWord(state.ruleset, key)
      ? say(state.ruleset, key)
      : plainWord(state.ruleset, value, ['role', 'camp', 'skill', 'phase', 'option']);
  return t('ui.rules.option', { option: say(state.ruleset, `option.${option.id}`), value: shown });
}

export function ruleLines(state: RoomState, options: OptionInfo[]): string[] {
  const lines: string[] = [];
  for (let k = 1; k <= 10; k++) {
    const key = `rules.${k}`;
    if (hasWord(state.ruleset, key)) lines.push(say(state.ruleset, key));
  }
  lines.push(ui(`ui.sitting.${state.sitting}.help`), ui(`ui.moderator.${state.moderator}.help`));
  if (state.aliases) lines.splice(0, 0, ui('ui.aliases.on.help'));
  const changed = options.filter(
    (one) =>
      one.id in state.options &&
      JSON.stringify(state.options[one.id]) !== JSON.stringify(one.default ?? null),
  );
  const rest = options.filter((one) => !changed.includes(one));
  const wanted = [...changed, ...rest].map((one) => optionLine(state, one));
  return [...lines.slice(0, Math.max(2, 10 - changed.length)), ...wanted].slice(0, 10);
}
