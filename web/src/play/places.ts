/** The circle during a game, drawn from what everybody knows and from the prompt that is open. */

import type { Badge, Place } from '../table/places';
import { hasWord, seatName, t, word } from '../text/say.svelte';
import type { View } from '../wire/types';

export interface Picker {
  legal(seat: string): boolean;
  chosen: Map<string, number>;
  tap(seat: string): void;
}

/** Titles lie on the table, not on the seat: a facet that has a word as a title and names a seat. */
export function titlesOf(view: View, ruleset: string | null, seat: string): string[] {
  return Object.entries(view.table)
    .filter(([title, holder]) => holder === seat && hasWord(ruleset, `title.${title}`))
    .map(([title]) => title);
}

function publicBadges(view: View, ruleset: string | null, seat: string): Badge[] {
  const facets = view.seats[seat] ?? {};
  const open = typeof facets.traveller === 'string' ? word(ruleset, 'role', facets.traveller) : '';
  const badges: Badge[] = titlesOf(view, ruleset, seat).map((title) => ({
    key: title,
    icon: '★',
    text: word(ruleset, 'title', title),
  }));
  if (open) badges.push({ key: 'traveller', icon: '➶', text: open });
  if (facets.in === false) {
    const role = typeof facets.role === 'string' ? word(ruleset, 'role', facets.role) : t('ui.seat.out');
    badges.unshift({ key: 'out', icon: '✕', text: role });
  }
  for (const [facet, value] of Object.entries(facets)) {
    if (value === true && hasWord(ruleset, `mark.${facet}`)) {
      badges.push({ key: facet, icon: '•', text: word(ruleset, 'mark', facet) });
    }
  }
  return badges;
}

export function playPlaces(
  view: View,
  ruleset: string | null,
  me: string | null,
  picker: Picker | null,
  up: ReadonlySet<string> = new Set(),
): Place[] {
  return view.circle.map((id) => {
    const facets = view.seats[id] ?? {};
    const badges = publicBadges(view, ruleset, id);
    if (up.has(id)) badges.unshift({ key: 'hand', icon: '✋', text: t('ui.hand.up') });
    const role = typeof facets.role === 'string' ? word(ruleset, 'role', facets.role) : '';
    const name = String(facets.name ?? '');
    const legal = picker?.legal(id) ?? false;
    return {
      id,
      name,
      badges,
      out: facets.in === false,
      me: id === me,
      free: false,
      disabled: !legal,
      dim: picker !== null && !legal && !picker.chosen.has(id),
      chosen: picker?.chosen.get(id) ?? null,
      label: [
        seatName(id),
        id === me ? t('ui.seat.you') : '',
        facets.in === false ? t('ui.seat.out') : role,
        ...badges.map((badge) => badge.text),
      ]
        .filter(Boolean)
        .join(', '),
    };
  });
}
