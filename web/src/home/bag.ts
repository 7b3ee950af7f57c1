/** The bag of a game that is put together by teams: what there is to choose from, and whether the numbers fit. */
import type { Plain, ReadScript, RulesetInfo } from '../wire/types';

export type Table = NonNullable<RulesetInfo['bag']>;

/** A character that may go into the bag; `unsaid`: it changes the numbers in a way that nobody has told. */
export interface Candidate {
  role: string;
  team: string;
  /** as a file names it; empty: by the words of the game */
  name: string;
  unsaid: boolean;
}

/** How many of a team there are, and how many there may be. */
export interface Line {
  team: string;
  chosen: number;
  least: number;
  most: number;
}

/** The characters of a script that comes with the game, or of the file that was read last, with every traveller. */
export function candidates(info: RulesetInfo, script: Plain, own: ReadScript | null): Candidate[] {
  const { bag } = info;
  if (!bag) return [];
  const team = new Map(
    Object.entries(bag.teams).flatMap(([name, roles]) => roles.map((role) => [role, name])),
  );
  const known = (role: string): Candidate[] => {
    const of = team.get(role);
    return of ? [{ role, team: of, name: '', unsaid: bag.unsaid.includes(role) }] : [];
  };
  if (typeof script === 'string') return (info.scripts[script] ?? []).flatMap(known);
  if (!own)
    return Array.isArray(script) ? script.flatMap((one) => (typeof one === 'string' ? known(one) : [])) : [];
  return own.cast.flatMap((one) =>
    one.team in bag.teams
      ? [
          {
            role: one.role,
            team: one.team,
            name: one.name,
            unsaid: one.setup || bag.unsaid.includes(one.role),
          },
        ]
      : [],
  );
}

/** The teams of the table; all others come on top of it. */
function countedTeams(bag: Table): string[] {
  return Object.keys(Object.values(bag.numbers)[0] ?? {});
}

/** Team by team, what is in the bag against the table, and what the chosen characters may change about it. */
export function lines(bag: Table, players: number, chosen: readonly Candidate[]): Line[] {
  const counted = countedTeams(bag);
  const beside = chosen.filter((one) => !counted.includes(one.team)).length;
  const table = bag.numbers[players - beside] ?? {};
  return Object.keys(bag.teams).flatMap((team) => {
    const count = chosen.filter((one) => one.team === team).length;
    if (!counted.includes(team)) return count ? [{ team, chosen: count, least: count, most: count }] : [];
    const { least, most } = shift(bag, team, chosen);
    const base = table[team] ?? 0;
    return [{ team, chosen: count, least: Math.max(0, base + least), most: Math.max(0, base + most) }];
  });
}

/** What is added to or taken from the others is made up for by the team that comes first. */
function shift(bag: Table, team: string, chosen: readonly Candidate[]): { least: number; most: number } {
  const first = Object.keys(bag.teams)[0];
  let least = 0;
  let most = 0;
  for (const { role } of chosen)
    for (const [of, ways] of Object.entries(bag.changes[role] ?? {})) {
      if (of === team) {
        least += Math.min(...ways);
        most += Math.max(...ways);
      } else if (team === first) {
        least -= Math.max(...ways);
        most -= Math.min(...ways);
      }
    }
  return { least, most };
}

/** The teams that must be there and are not. */
export function missing(bag: Table, chosen: readonly Candidate[]): string[] {
  return bag.needs.filter((team) => !chosen.some((one) => one.team === team));
}

export function fits(found: readonly Line[]): boolean {
  return found.every((one) => one.chosen >= one.least && one.chosen <= one.most);
}
