/** A choice in the making, for every kind of pick; pure, so that the page only draws it. */
import type { Pick, Plain } from '../wire/types';

export type Draft =
  | { kind: 'seats'; chosen: string[] }
  | { kind: 'options'; chosen: Plain[] }
  | { kind: 'yes'; value: boolean | null }
  | { kind: 'flag'; value: boolean }
  | { kind: 'number'; value: number | null }
  | { kind: 'text'; value: string }
  | { kind: 'form'; slots: Record<string, Draft> }
  | { kind: 'either'; key: string | null; drafts: Record<string, Draft> }
  | { kind: 'each'; said: Record<string, Draft> }
  | { kind: 'several'; list: Draft[] };

/** A draft that says what is suggested, as far as it fits the pick; else an empty one. */
export function drafted(pick: Pick, wanted: Plain): Draft {
  const empty = blank(pick);
  if (wanted === null) return empty;
  const items = Array.isArray(wanted) ? wanted : [wanted];
  const same = (a: Plain, b: Plain): boolean => JSON.stringify(a) === JSON.stringify(b);
  switch (pick.kind) {
    case 'seats':
      return items.every((item) => pick.candidates.includes(String(item)))
        ? { kind: 'seats', chosen: items.map(String) }
        : empty;
    case 'options': {
      const whole = pick.max === 1 ? [wanted] : items;
      const known = whole.every((item) => pick.options.some((one) => same(one, item)));
      return known ? { kind: 'options', chosen: whole } : empty;
    }
    case 'yes':
      return typeof wanted === 'boolean' ? { kind: 'yes', value: wanted } : empty;
    case 'number':
      return typeof wanted === 'number' ? { kind: 'number', value: wanted } : empty;
    case 'form':
      if (typeof wanted !== 'object' || Array.isArray(wanted)) return empty;
      return { kind: 'form', slots: each(pick.slots, (slot, name) => drafted(slot, wanted[name] ?? null)) };
  }
  return empty;
}

export type Path = readonly string[];

function each<P, T>(parts: Record<string, P>, make: (part: P, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, make(part, name)]));
}

export function blank(pick: Pick): Draft {
  switch (pick.kind) {
    case 'seats':
      return { kind: 'seats', chosen: [] };
    case 'options':
      return { kind: 'options', chosen: [] };
    case 'yes':
      return { kind: 'yes', value: null };
    case 'flag':
      return { kind: 'flag', value: false };
    case 'number':
      return { kind: 'number', value: null };
    case 'text':
      return { kind: 'text', value: '' };
    case 'form':
      return { kind: 'form', slots: each(pick.slots, blank) };
    case 'either':
      return { kind: 'either', key: null, drafts: each(pick.of, blank) };
    case 'each': {
      // where something must be said of everybody, everybody is there from the start
      const all = pick.min >= pick.candidates.length ? pick.candidates : [];
      return { kind: 'each', said: Object.fromEntries(all.map((seat) => [seat, blank(pick.value)])) };
    }
    case 'several':
      return { kind: 'several', list: Array.from({ length: Math.max(1, pick.min) }, () => blank(pick.of)) };
  }
}

/** The part of a pick under one name: a slot, a branch, what is said of a seat, an item of a list. */
function inside(pick: Pick, name: string): Pick | undefined {
  switch (pick.kind) {
    case 'form':
      return pick.slots[name];
    case 'either':
      return pick.of[name];
    case 'each':
      return pick.value;
    case 'several':
      return pick.of;
  }
}

function within(draft: Draft, name: string): Draft | undefined {
  switch (draft.kind) {
    case 'form':
      return draft.slots[name];
    case 'either':
      return draft.drafts[name];
    case 'each':
      return draft.said[name];
    case 'several':
      return draft.list[Number(name)];
  }
}

export function pickAt(pick: Pick, path: Path): Pick | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return pick;
  const inner = inside(pick, head);
  return inner && pickAt(inner, rest);
}

export function draftAt(draft: Draft, path: Path): Draft | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return draft;
  const inner = within(draft, head);
  return inner && draftAt(inner, rest);
}

/** The draft with another part at `path`; a branch of an either becomes the chosen one. */
export function put(draft: Draft, path: Path, part: Draft): Draft {
  const [head, ...rest] = path;
  if (head === undefined) return part;
  const old = within(draft, head);
  if (!old) return draft;
  const fresh = put(old, rest, part);
  switch (draft.kind) {
    case 'form':
      return { ...draft, slots: { ...draft.slots, [head]: fresh } };
    case 'either':
      return { ...draft, key: head, drafts: { ...draft.drafts, [head]: fresh } };
    case 'each':
      return { ...draft, said: { ...draft.said, [head]: fresh } };
    case 'several':
      return { ...draft, list: draft.list.map((item, k) => (k === Number(head) ? fresh : item)) };
  }
  return draft;
}

/** Adds or takes away one member; where only one may be chosen, it takes the other's place. Where a member may be
 * named `again`, it is added once more. */
export function toggled<T extends Plain>(chosen: readonly T[], item: T, max: number, again = false): T[] {
  if (again && max > 1) return chosen.length < max ? [...chosen, item] : [...chosen];
  if (chosen.includes(item)) return chosen.filter((other) => other !== item);
  if (max === 1) return [item];
  return chosen.length < max ? [...chosen, item] : [...chosen];
}

function empty(draft: Draft): boolean {
  switch (draft.kind) {
    case 'seats':
    case 'options':
      return draft.chosen.length === 0;
    case 'yes':
    case 'number':
      return draft.value === null;
    case 'flag':
      return !draft.value;
    case 'text':
      return draft.value.trim() === '';
    case 'form':
      return Object.values(draft.slots).every(empty);
    case 'either':
      return draft.key === null;
    case 'each':
      return Object.keys(draft.said).length === 0;
    case 'several':
      return draft.list.every(empty);
  }
}

/** A part of a form may be left empty where the pick says so. */
function settled(pick: Pick, draft: Draft): boolean {
  return complete(pick, draft) || (pick.optional === true && empty(draft));
}

export function complete(pick: Pick, draft: Draft): boolean {
  switch (draft.kind) {
    case 'seats':
    case 'options':
      return (
        (pick.kind === 'seats' || pick.kind === 'options') &&
        draft.chosen.length >= pick.min &&
        draft.chosen.length <= pick.max &&
        (draft.chosen.length > 0 || pick.min === 0)
      );
    case 'yes':
    case 'number':
      return draft.value !== null;
    case 'flag':
      return draft.value;
    case 'text':
      return draft.value.trim() !== '';
    case 'form':
      return (
        pick.kind === 'form' &&
        Object.entries(pick.slots).every(([name, slot]) => {
          const part = draft.slots[name];
          return part !== undefined && settled(slot, part);
        }) &&
        !empty(draft)
      );
    case 'either': {
      if (pick.kind !== 'either' || draft.key === null) return false;
      const branch = pick.of[draft.key];
      const part = draft.drafts[draft.key];
      return branch !== undefined && part !== undefined && complete(branch, part);
    }
    case 'each': {
      const parts = Object.values(draft.said);
      return (
        pick.kind === 'each' &&
        parts.length >= pick.min &&
        parts.length <= pick.max &&
        parts.every((part) => settled(pick.value, part))
      );
    }
    case 'several':
      return (
        pick.kind === 'several' &&
        draft.list.length >= pick.min &&
        draft.list.length <= pick.max &&
        draft.list.every((part) => settled(pick.of, part))
      );
  }
}

/** Whether it stays to be looked at and changed when it is complete, beside the button that confirms. */
export function staysOpen(pick: Pick): boolean {
  return ['yes', 'text', 'number', 'each', 'several'].includes(pick.kind);
}

/** What is said by a part: nothing, where it was left empty. */
function said(pick: Pick, part: Draft): Plain {
  return empty(part) ? null : choiceOf(pick, part);
}

/** What is sent: the plain value of a complete draft. */
export function choiceOf(pick: Pick, draft: Draft): Plain {
  switch (draft.kind) {
    case 'seats':
    case 'options': {
      const single = (pick.kind === 'seats' || pick.kind === 'options') && pick.max === 1;
      return single ? (draft.chosen[0] ?? null) : [...draft.chosen];
    }
    case 'yes':
    case 'number':
      return draft.value;
    case 'flag':
      return draft.value ? true : null;
    case 'text':
      return draft.value.trim();
    case 'form':
      if (pick.kind !== 'form') return null;
      return each(pick.slots, (slot, name) => said(slot, draft.slots[name]!));
    case 'either':
      if (pick.kind !== 'either' || draft.key === null) return null;
      return { [draft.key]: choiceOf(pick.of[draft.key]!, draft.drafts[draft.key]!) };
    case 'each':
      return pick.kind === 'each' ? each(draft.said, (part) => said(pick.value, part)) : null;
    case 'several':
      return pick.kind === 'several' ? draft.list.map((part) => said(pick.of, part)) : null;
  }
}

function seatPaths(pick: Pick, path: Path = []): Path[] {
  if (pick.kind === 'seats' || pick.kind === 'each') return [path];
  const inner = pick.kind === 'form' ? pick.slots : pick.kind === 'either' ? pick.of : {};
  return Object.entries(inner).flatMap(([name, part]) => seatPaths(part, [...path, name]));
}

/** Which part a tap on a seat fills: the wanted one if it takes seats, else the first that still lacks one. */
export function seatTarget(pick: Pick, draft: Draft, wanted: Path | null): Path | null {
  const paths = seatPaths(pick);
  const same = wanted && paths.find((path) => path.join('/') === wanted.join('/'));
  if (same) return same;
  if (draft.kind === 'either' && draft.key !== null) {
    const branch = paths.find((path) => path[0] === draft.key);
    if (branch) return branch;
    return null;
  }
  const open = paths.find((path) => {
    const part = draftAt(draft, path);
    const inner = pickAt(pick, path);
    return part && inner && !complete(inner, part);
  });
  return open ?? paths[0] ?? null;
}

function chosenElsewhere(pick: Pick, draft: Draft, path: Path): Set<string> {
  const taken = new Set<string>();
  if (pick.kind !== 'form' || !(pick.distinct || pick.cross?.includes('distinct'))) return taken;
  for (const other of seatPaths(pick)) {
    if (other.join('/') === path.join('/')) continue;
    const part = draftAt(draft, other);
    if (part?.kind === 'seats') for (const seat of part.chosen) taken.add(seat);
  }
  return taken;
}

/** Whether a tap on this seat does something now. */
export function seatLegal(pick: Pick, draft: Draft, path: Path | null, seat: string): boolean {
  if (!path) return false;
  const inner = pickAt(pick, path);
  const part = draftAt(draft, path);
  if (inner?.kind === 'each' && part?.kind === 'each') {
    const named = Object.keys(part.said);
    return inner.candidates.includes(seat) && (named.includes(seat) || named.length < inner.max);
  }
  if (inner?.kind !== 'seats' || part?.kind !== 'seats') return false;
  if (!inner.candidates.includes(seat)) return false;
  if (inner.distinct === false && inner.max > 1) return part.chosen.length < inner.max;
  if (part.chosen.includes(seat) || inner.max === 1) return !chosenElsewhere(pick, draft, path).has(seat);
  return part.chosen.length < inner.max && !chosenElsewhere(pick, draft, path).has(seat);
}

export function tapSeat(pick: Pick, draft: Draft, path: Path | null, seat: string): Draft {
  if (!path || !seatLegal(pick, draft, path, seat)) return draft;
  const inner = pickAt(pick, path);
  const part = draftAt(draft, path);
  if (inner?.kind === 'each' && part?.kind === 'each') {
    const { [seat]: old, ...rest } = part.said;
    return put(draft, path, { kind: 'each', said: old ? rest : { ...rest, [seat]: blank(inner.value) } });
  }
  if (inner?.kind !== 'seats' || part?.kind !== 'seats') return draft;
  const chosen = toggled(part.chosen, seat, inner.max, inner.distinct === false);
  return put(draft, path, { kind: 'seats', chosen });
}

/** Chosen seats with their place in the order (1, 2, …), over all parts. */
export function chosenSeats(draft: Draft): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (part: Draft): void => {
    if (part.kind === 'seats') for (const seat of part.chosen) found.set(seat, found.size + 1);
    if (part.kind === 'each') for (const seat of Object.keys(part.said)) found.set(seat, found.size + 1);
    if (part.kind === 'several') for (const item of part.list) walk(item);
    if (part.kind === 'form') for (const slot of Object.values(part.slots)) walk(slot);
    if (part.kind === 'either' && part.key !== null && part.drafts[part.key]) walk(part.drafts[part.key]!);
  };
  walk(draft);
  return found;
}
