/** "第2夜", "Night 2": the name of the phase with the number that the table counts for it. */
import { hasWord, say, t } from '../text/say.svelte';
import type { Plain } from '../wire/types';

export function phaseName(ruleset: string | null, table: Record<string, Plain>): string {
  const phase = table.phase;
  if (typeof phase !== 'string' || phase === '') return '';
  const own = table[phase];
  const numbered = `phase.${phase}.numbered`;
  const name = say(ruleset, `phase.${phase}`);
  if (typeof own === 'number') {
    return hasWord(ruleset, numbered)
      ? say(ruleset, numbered, { n: own })
      : t('ui.phase.numbered', { phase: name, n: own });
  }
  return typeof table.day === 'number' && table.day > 0
    ? t('ui.phase.day', { phase: name, n: table.day })
    : name;
}
