/** A view is the fold of what its viewer was told: every show sets one facet of one subject. */
import type { LogEntry, Notice, Plain, Show, View } from '../wire/types';

export function emptyView(viewer: string): View {
  return { viewer, n: 0, table: {}, circle: [], seats: {}, groups: {}, log: [] };
}

function show(view: View, [subject, facet, value]: Show): View {
  if (subject === 'table') {
    if (facet === 'circle' && Array.isArray(value)) return { ...view, circle: value.map(String) };
    return { ...view, table: { ...view.table, [facet]: value } };
  }
  if (subject.startsWith('group:')) {
    if (!Array.isArray(value)) return view;
    return { ...view, groups: { ...view.groups, [subject.slice(6)]: value.map(String) } };
  }
  const seat: Record<string, Plain> = { ...view.seats[subject], [facet]: value };
  const circle = view.circle.includes(subject) ? view.circle : [...view.circle, subject];
  return { ...view, circle, seats: { ...view.seats, [subject]: seat } };
}

export function foldShows(view: View, shows: readonly Show[]): View {
  return shows.reduce(show, view);
}

export function foldNotice(view: View, n: number, notice: Notice): View {
  const { shows, ...rest } = notice;
  const entry: LogEntry = { n, ...rest };
  return { ...foldShows(view, shows), n, log: [...view.log, entry] };
}

/** Everything told to one viewer, from a known view on, so that a retraction can be folded again. */
export class History {
  base: View;
  #told: { n: number; notice: Notice }[] = [];

  constructor(base: View) {
    this.base = base;
  }

  add(n: number, notice: Notice): void {
    this.#told.push({ n, notice });
  }

  /** The view without what came after `n`, or null where that lies before the known view. */
  cut(n: number): View | null {
    if (n < this.base.n) return null;
    this.#told = this.#told.filter((item) => item.n <= n);
    return this.#told.reduce((view, item) => foldNotice(view, item.n, item.notice), this.base);
  }
}
