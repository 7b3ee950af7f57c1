/** The grimoire as it comes (a plain record), read into rows. */
import type { Grimoire, Plain } from '../wire/types';

export interface Row {
  seat: string;
  name: string;
  in: boolean;
  role: string | null;
  believed: string | null;
  camp: string | null;
  marks: { mark: string; by: string | null }[];
  holdings: { skill: string; left: number | null }[];
}

type Bag = Record<string, Plain>;

function bag(value: Plain | undefined): Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function text(value: Plain | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function items(value: Plain | undefined): Plain[] {
  if (Array.isArray(value)) return value;
  return Object.entries(bag(value)).map(([id, item]) => ({ id, ...bag(item) }));
}

export function rows(grimoire: Grimoire | null): Row[] {
  if (!grimoire) return [];
  return items(grimoire.seats).map((item) => {
    const seat = bag(item);
    return {
      seat: text(seat.seat) ?? text(seat.id) ?? '',
      name: text(seat.name) ?? '',
      in: seat.in !== false,
      role: text(seat.role),
      believed: text(seat.believed),
      camp: text(seat.camp),
      marks: items(seat.marks).map((mark) =>
        typeof mark === 'string'
          ? { mark, by: null }
          : {
              mark: text(bag(mark).kind) ?? text(bag(mark).mark) ?? text(bag(mark).id) ?? '',
              by: text(bag(mark).by),
            },
      ),
      holdings: items(seat.holdings).map((holding) => {
        const one = bag(holding);
        const left = one.left ?? one.uses ?? null;
        return {
          skill:
            typeof holding === 'string'
              ? holding
              : (text(one.skill) ?? text(one.ability) ?? text(one.id) ?? ''),
          left: typeof left === 'number' ? left : null,
        };
      }),
    };
  });
}
