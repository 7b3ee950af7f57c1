/** 票型: wherever a notice carries a map of votes, its arrows and its count. */

import { hasWord, t, word } from '../text/say.svelte';
import type { LogEntry, Params, Plain } from '../wire/types';
import { isTalk } from './talk';

export interface Ballots {
  n: number;
  arrows: [string, string][];
  /** for each target (null: abstained) who voted for it, and what it weighed where that was said */
  rows: { target: string | null; voters: string[]; weight: number | null }[];
}

function isMap(value: Plain | undefined): value is Record<string, Plain> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function ballotsOf(n: number, params: Params): Ballots | null {
  const votes = params.votes ?? params.ballots;
  if (!isMap(votes)) return null;
  const tally = isMap(params.tally) ? params.tally : {};
  const rows = new Map<string | null, string[]>();
  for (const [voter, target] of Object.entries(votes)) {
    const key = target === null ? null : String(target);
    rows.set(key, [...(rows.get(key) ?? []), voter]);
  }
  const weigh = (target: string | null): number | null => {
    const weight = target === null ? undefined : tally[target];
    return typeof weight === 'number' ? weight : null;
  };
  const sorted = [...rows].map(([target, voters]) => ({ target, voters, weight: weigh(target) }));
  const size = (row: Ballots['rows'][number]): number =>
    row.target === null ? -1 : (row.weight ?? row.voters.length);
  sorted.sort((a, b) => size(b) - size(a));
  return {
    n,
    arrows: Object.entries(votes).flatMap(([voter, target]): [string, string][] =>
      target === null ? [] : [[voter, String(target)]],
    ),
    rows: sorted,
  };
}

/** The votes that were told last, until three more things have been told. */
export function latestBallots(record: readonly LogEntry[]): Ballots | null {
  const last = record.filter((entry) => !isTalk(entry)).slice(-4);
  const told = last.map((entry) => ballotsOf(entry.n, entry.params)).filter((found) => found !== null);
  return told.at(-1) ?? null;
}

/** What was voted on: the phase of the same name (an election), or simply the votes. */
export function ballotTitle(ruleset: string | null, key: string): string {
  return hasWord(ruleset, `phase.${key}`) ? word(ruleset, 'phase', key) : t('ui.votes');
}
