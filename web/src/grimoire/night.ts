/** What a storyteller does next: show what was told, answer what is asked, go on. */
import type { Room } from '../game/room.svelte';
import type { Pending, RoomState, ToldLine } from '../wire/types';
import type { Book } from './book';

/** Somebody without a device: he is shown things, and the moderator answers for him. */
export function byHand(state: RoomState | null, seat: string): boolean {
  return state?.seats.find((one) => one.seat === seat)?.bot === 'hand';
}

/** What is still to be shown or read, after what has been gone through on this device. */
export function unseen(told: readonly ToldLine[], seen: number): ToldLine[] {
  return told.filter((line) => line.n > seen && (line.key === 'answered' || !forTeller(line)));
}

/** A token that was given out at the start, before the first call. */
export function dealt(book: Book, night: number, line: ToldLine): boolean {
  const before = night < 1 || (!line.call && book.calls.every((call) => call.now || !call.done));
  return line.key === 'you_are' && before;
}

/** Everybody to whom a line went has it before him already. */
export function onDevice(state: RoomState | null, line: ToldLine): boolean {
  return !line.to.some((seat) => byHand(state, seat));
}

/** Told to the storyteller alone: there is nobody to show it to. */
export function forTeller(line: ToldLine): boolean {
  return line.to.every((one) => one === 'moderator');
}

/** What the moderator answers now: rulings before what he enters for others; offers and votes have their places. */
export function questions(room: Room): Pending[] {
  const open = room.mod.pending.filter(
    (one) =>
      !one.open.offer && one.open.kind !== 'vote' && one.owners.some((owner) => !(owner in one.answers)),
  );
  const mine = (one: Pending): number => (one.owners.includes('moderator') ? 0 : 1);
  return open.sort((a, b) => mine(a) - mine(b));
}

/** The step from which the vote that is under way has come; what was done for it since does not count. */
export function opening(room: Room, vote: Pending): number | null {
  const name = vote.wait?.replace(/^close of /, '') ?? '';
  const others = room.mod.steps.filter(({ kind, what }) => {
    const { decision, name: tick, act, args } = what;
    const inner = typeof args === 'object' && args !== null && !Array.isArray(args) ? args.decision : null;
    return !(
      kind === 'post' ||
      decision === name ||
      (act === 'answer' && inner === name) ||
      String(tick ?? '').endsWith(name)
    );
  });
  return others.at(-1)?.seq ?? null;
}

export function countCalls(book: Book): { done: number; all: number } {
  return { done: book.calls.filter((call) => call.done).length, all: book.calls.length };
}

/** What the night card of a role says to do: the first night's words or those of other nights. */
export function nightKeys(skill: string, first: boolean): string[] {
  const role = skill.split('.')[0] ?? skill;
  return [`role.${role}.${first ? 'first_night' : 'other_night'}`];
}
