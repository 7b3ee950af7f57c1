/** Seats of the lobby as the circle draws them. */

import type { Badge, Place } from '../table/places';
import { list, seatName, t } from '../text/say.svelte';
import type { RoomState } from '../wire/types';

/** Numbers of seats in order, those in a row as a span: "1–3, 5". */
export function spans(seats: readonly number[]): string {
  const found: [number, number][] = [];
  for (const seat of seats) {
    const last = found.at(-1);
    if (last && last[1] === seat - 1) last[1] = seat;
    else found.push([seat, seat]);
  }
  return list(found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)));
}

/** Names of seats, at most so many; what follows is said to follow. */
export function some(seats: readonly string[], most: number): string {
  return list(seats.slice(0, most).map((seat) => seatName(seat))) + (seats.length > most ? ' …' : '');
}

export function lobbyPlaces(
  state: RoomState,
  pressable: (seat: string) => boolean,
  chosen: string | null,
): Place[] {
  return state.seats.map((seat) => {
    const person = state.people.find((one) => one.id === seat.person);
    const badges: Badge[] = [];
    if (person?.owner) badges.push({ key: 'owner', icon: '⌂', text: t('ui.seat.owner') });
    if (seat.bot) badges.push({ key: 'bot', icon: '⚙', text: t('ui.seat.bot') });
    else if (seat.taken && seat.ready) badges.push({ key: 'ready', icon: '✓', text: t('ui.seat.ready') });
    const free = !seat.taken && !seat.bot;
    const name = free ? t('ui.seat.free') : (seat.name ?? '');
    return {
      id: seat.seat,
      name,
      badges,
      out: false,
      me: seat.me,
      free,
      disabled: !pressable(seat.seat),
      dim: false,
      chosen: chosen === seat.seat ? 1 : null,
      label: [
        t('ui.seat.bare', { seat: seat.seat }),
        name,
        seat.me ? t('ui.seat.you') : '',
        ...badges.map((badge) => badge.text),
      ]
        .filter(Boolean)
        .join(', '),
    };
  });
}
