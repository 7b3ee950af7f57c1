/** What a game in a town square has beside its notices: the hand that passes round, and private talks. */
import type { Down, Hand, Talk } from '../wire/types';

export class SquareSide {
  /** the hand that passes round the circle, or none */
  hand = $state.raw<Hand | null>(null);
  talks = $state.raw<Talk[]>([]);

  /** A new socket: all of it comes again. */
  begin(): void {
    this.hand = null;
    this.talks = [];
  }

  receive(message: Down): void {
    if (message.hand !== undefined) this.hand = message.hand;
    if (message.talks) this.talks = message.talks;
    if (message.talk) this.talks = [...this.talks, message.talk];
  }
}
