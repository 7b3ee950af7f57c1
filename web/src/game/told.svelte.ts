/** What was told: the view of this viewer, the view of everybody, and what is still to be put away. */
import { isTalk } from '../log/talk';
import type { LogEntry, Notice, View } from '../wire/types';
import { emptyView, foldNotice, History } from './fold';

export interface Tiding {
  n: number;
  notice: Notice;
  /** it came while screens lie open */
  byDay: boolean;
}

/** Who one is shows on the held card only; talk shows where one talks. */
function cardOnly(notice: Notice, seat: string): boolean {
  const own = notice.shows.some(
    ([subject, facet]) => subject === seat && (facet === 'role' || facet === 'camp'),
  );
  return own || isTalk(notice);
}

/** How orders stand is listed where they are given, and on the board of the group. */
function standing(notice: Notice): boolean {
  if (/^choice_(shown|withdrawn|locked)$/.test(notice.key)) return true;
  return notice.shows.length > 0 && notice.shows.every(([, facet]) => facet === 'orders');
}

/** Without the server's own public fold: names and places only, never what one viewer knows. */
function publicPart(view: View): View {
  const seats = Object.fromEntries(
    Object.entries(view.seats).map(([id, facets]) => [
      id,
      { name: facets.name ?? id, in: facets.in ?? true },
    ]),
  );
  return { ...view, viewer: 'public', seats, groups: {}, log: view.log.filter((entry) => entry.public) };
}

export class Told {
  /** what this viewer knows; drawn only inside the held card, the prompt and the private sheet */
  view = $state.raw<View>(emptyView(''));
  /** what everybody knows; all the rest of the page draws only this */
  common = $state.raw<View>(emptyView('public'));
  tidings = $state.raw<Tiding[]>([]);
  #own = new History(emptyView(''));
  #all = new History(emptyView('public'));

  /** the record that everybody has */
  get record(): LogEntry[] {
    return this.view.log.filter((entry) => entry.public);
  }

  /** what only this viewer was told */
  get notes(): LogEntry[] {
    return this.view.log.filter((entry) => !entry.public);
  }

  begin(view: View, common: View | null): void {
    this.view = view;
    this.common = common ?? publicPart(view);
    this.#own = new History(view);
    this.#all = new History({ ...this.common, n: view.n });
  }

  add(n: number, notice: Notice, seat: string | null): void {
    if (n <= this.view.n) return;
    this.view = foldNotice(this.view, n, notice);
    this.#own.add(n, notice);
    if (notice.public) {
      this.common = foldNotice(this.common, n, notice);
      this.#all.add(n, notice);
    } else if (seat && !cardOnly(notice, seat) && !standing(notice)) {
      this.tidings = [...this.tidings, { n, notice, byDay: this.common.table.phase !== 'night' }];
    }
  }

  /** Forgets what came after `n`; false where that reaches behind what is held. */
  retract(n: number): boolean {
    const view = this.#own.cut(n);
    const common = this.#all.cut(n);
    this.tidings = this.tidings.filter((item) => item.n <= n);
    if (!view || !common) return false;
    this.view = { ...view, n };
    this.common = common;
    return true;
  }
}
