/** Standing orders: everything that may be handed in, replaced and withdrawn until a deadline. */
import type { Room } from '../game/room.svelte';
import { rulesets } from '../home/rulesets.svelte';
import { isTalk } from '../log/talk';
import type { LogEntry, Pick, Plain } from '../wire/types';

/** What takes one name and no second choice, on the host too. */
export const VOTE = 'vote';

/** Whether what is open is listed, and not asked one after another: days are played, or the game lives by the clock. */
export function listed(room: Room): boolean {
  if (room.state?.calendar) return true;
  return room.decisions.some((one) => one.offer) && byClock(room);
}

export function byClock(room: Room): boolean {
  return Object.keys(rulesets.find(room.ruleset)?.calendar ?? {}).length > 0;
}

/** What may be chosen for a skill in a plan: as it was when it was last open, among those who are in; else seats. */
export function planPick(room: Room, skill: string): Pick {
  const living = room.view.circle.filter((seat) => room.view.seats[seat]?.in !== false);
  const known = room.slow.picks[skill];
  if (known && known.kind !== 'seats') return known;
  const beside = (known?.candidates ?? []).filter((id) => !room.view.circle.includes(id));
  return {
    kind: 'seats',
    candidates: [...living, ...beside],
    min: known?.min ?? 1,
    max: known?.max ?? (skill === VOTE ? 1 : Math.min(2, living.length)),
    distinct: known?.distinct ?? true,
  };
}

/** The skills that a plan may be for: what was open for me comes first, then what the ruleset leaves open to anybody. */
export function planSkills(room: Room): string[] {
  const mine = Object.keys(room.slow.picks);
  const others = rulesets.find(room.ruleset)?.orders ?? [];
  return [...mine, ...others.filter((skill) => !mine.includes(skill))];
}

/** One choice that a plan makes, as it is sent: a single seat stands alone. */
export function planned(pick: Pick, choice: Plain): Plain {
  return pick.kind === 'seats' && Array.isArray(choice) && choice.length === 1 ? (choice[0] ?? null) : choice;
}

export interface BoardLine {
  seat: string;
  skill: string;
  choice: Plain;
}

/** What the members of my group have named since the phase began: the last word of each for each skill. */
export function board(notes: readonly LogEntry[], members: readonly string[]): BoardLine[] {
  const found = new Map<string, BoardLine>();
  for (const { params } of notes) {
    const { seat, skill, choice } = params;
    if (typeof seat !== 'string' || typeof skill !== 'string' || !members.includes(seat)) continue;
    if (choice === undefined) continue;
    const key = `${seat}/${skill}`;
    found.delete(key);
    if (choice !== null) found.set(key, { seat, skill, choice });
  }
  return [...found.values()];
}

/** What everybody was told since the phase began, but for talk and for what each one chooses. */
export function announced(log: readonly LogEntry[]): LogEntry[] {
  const begun = log.findLastIndex((entry) => entry.key === 'phase');
  return log
    .slice(begun + 1)
    .filter((entry) => entry.public && !isTalk(entry) && !('choice' in entry.params));
}

/** The private notes since the phase began. */
export function sincePhase(log: readonly LogEntry[]): LogEntry[] {
  const begun = log.findLastIndex((entry) => entry.key === 'phase');
  return log.slice(begun + 1).filter((entry) => !entry.public);
}
