/** Counting cards: a deck is a list of role ids in which an id may stand several times. */

export function counted(roles: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts];
}

export function spread(counts: Record<string, number>): string[] {
  return Object.entries(counts).flatMap(([role, n]) => Array.from({ length: n }, () => role));
}

export function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0);
}
