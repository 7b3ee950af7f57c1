/** The grimoire as it comes, read into one row for each seat. */
import type { Grimoire, Plain } from '../wire/types';

export interface Row {
  seat: string;
  name: string;
  in: boolean;
  role: string | null;
  /** what he was dealt, where that is something else by now */
  dealt: string | null;
  believed: string | null;
  camp: string | null;
  marks: { kind: string; by: string | null }[];
  holdings: { ability: string; left: number | null }[];
}

type Bag = Record<string, Plain>;

function bag(value: Plain | undefined): Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function text(value: Plain | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function items(value: Plain | undefined): Bag[] {
  return Array.isArray(value) ? value.map(bag) : [];
}

export function rows(grimoire: Grimoire | null): Row[] {
  if (!grimoire) return [];
  const marks = items(grimoire.marks);
  return Object.entries(bag(grimoire.seats)).map(([seat, value]) => {
    const record = bag(value);
    const role = text(record.role);
    const base = text(record.base);
    return {
      seat,
      name: text(record.name) ?? '',
      in: record.in !== false,
      role,
      dealt: base !== role ? base : null,
      believed: text(record.believed),
      camp: text(record.camp),
      marks: marks
        .filter((mark) => mark.on === seat)
        .map((mark) => ({ kind: text(mark.kind) ?? '', by: text(mark.by) })),
      holdings: items(record.holdings).map((one) => ({
        ability: text(one.ability) ?? '',
        left: typeof one.left === 'number' ? one.left : null,
      })),
    };
  });
}
