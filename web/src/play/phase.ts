/** "第2夜", "Night 2": the name of the phase with the number that the table counts for it. */
import { hasWord, say, t } from '../text/say.svelte';
import type { Plain } from '../wire/types';

export function phaseName(ruleset: string | null, table: Record<string, Plain>): string {
  const phase = table.phase;
  if (typeof phase !== 'string') return '';
  const count = table[phase] ?? (typeof table.day === 'number' ? table.day : null);
  const numbered = `phase.${phase}.numbered`;
  if (typeof count === 'number' && hasWord(ruleset, numbered)) return say(ruleset, numbered, { n: count });
  const name = say(ruleset, `phase.${phase}`, { n: count });
  if (typeof count !== 'number' || count < 1) return name;
  return t('ui.phase.numbered', { phase: name, n: count });
}
