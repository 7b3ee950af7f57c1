/** Where the hand is and whose are up; nothing here decides what counts. */
import type { Hand, LogEntry } from '../wire/types';

const CHOICE = /^choice_(shown|withdrawn|locked)$/;

/** When the hand passes a seat, by the server's clock; null: it does not move by itself, or not there. */
export function passes(hand: Hand, seat: string): number | null {
  const place = hand.order.indexOf(seat);
  return hand.first === null || place < 0 ? null : hand.first + place * hand.step;
}

/** How far the hand is along its order: -1 before it sets off, a fraction between two seats. */
export function progress(hand: Hand, now: number): number {
  if (hand.first === null || hand.step <= 0) return hand.locked - 1;
  const along = (now - hand.first) / hand.step;
  return Math.max(-1, Math.min(hand.order.length - 1, along));
}

/** Whom the hand has come to last, or null before it sets off. */
export function passing(hand: Hand, now: number): string | null {
  return hand.order[Math.floor(progress(hand, now))] ?? null;
}

/** Seconds that are still counted down before the hand reaches a seat, or null. */
export function countdown(hand: Hand, seat: string, now: number): number | null {
  const at = passes(hand, seat);
  return at === null || at <= now ? null : Math.ceil((at - now) / 1000);
}

/** Whose hands are up in the vote that is under way, by what everybody was told of it. */
export function handsUp(log: readonly LogEntry[]): Set<string> {
  const up = new Map<string, boolean>();
  for (let k = log.length - 1; k >= 0; k--) {
    const { key, params } = log[k]!;
    if (key === 'post') continue;
    if (!CHOICE.test(key)) break;
    const seat = String(params.seat);
    if (!up.has(seat)) up.set(seat, key !== 'choice_withdrawn' && params.choice === true);
  }
  return new Set([...up].flatMap(([seat, raised]) => (raised ? [seat] : [])));
}
