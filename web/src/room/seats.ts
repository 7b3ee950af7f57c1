/** Seats of the lobby as the circle draws them. */

import type { Badge, Place } from '../table/places';
import { t } from '../text/say.svelte';
import type { RoomState } from '../wire/types';

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
