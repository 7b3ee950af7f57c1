/** A room without a server: what it sends is kept, and it has been greeted as one viewer. */
import { roomState, viewOf } from '../dev/scenes';
import { type Channel, Room } from '../src/game/room.svelte';
import type { Hello, Plain, View } from '../src/wire/types';

/** A line that takes everything: its commands are numbered from 1. */
export class Kept implements Channel {
  sent: Record<string, Plain>[] = [];
  replaced = 0;

  send(command: Record<string, Plain>): string {
    this.sent.push(command);
    return `c${this.sent.length}`;
  }

  start(): void {}

  stop(): void {}

  replace(): void {
    this.replaced += 1;
  }
}

/** The first message to a viewer, of a game of eight where nothing else is said. */
export function greeting(view: View, more: Partial<Hello> = {}): Hello {
  return {
    viewer: view.viewer,
    game: 1,
    n: 0,
    epoch: 0,
    now: 0,
    resumed: false,
    view,
    public: viewOf(8, 'public', view.table, {}),
    room: roomState(8, 'playing', Number(view.viewer) || 0, false),
    ...more,
  };
}

/** A room on such a line, greeted. */
export function greeted(line: Kept, view: View, more: Partial<Hello> = {}): Room {
  const room = new Room('KM7QX', line);
  room.receive({ hello: greeting(view, more) });
  return room;
}
