import type { Room } from '../game/room.svelte';
import type { Book, Token } from './book';
import type { Carry } from './carry.svelte';

/** What everybody at the table is shown from, as a circle or as a list, and what is done with it. */
export interface TownProps {
  room: Room;
  book: Book;
  carry: Carry;
  /** the seats with a hand up */
  up: ReadonlySet<string>;
  onpress: (seat: string) => void;
  onremove: (token: Token) => void;
}
