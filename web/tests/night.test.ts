import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roomState, viewOf } from '../dev/scenes';
import type { Room } from '../src/game/room.svelte';
import { bookOf } from '../src/grimoire/book';
import NightCard from '../src/grimoire/NightCard.svelte';
import { setLanguage } from '../src/text/say.svelte';
import type { Grimoire, Plain, RoomState, ToldLine } from '../src/wire/types';
import { greeted, Kept } from './kept';

let line: Kept;
let room: Room;
let back: () => void;

const tick = (of: string): Record<string, Plain> => ({ mod: { do: 'tick', name: `night/1/${of}` } });

function told(n: number, seat: string): ToldLine {
  return { n, to: [seat], key: 'chef', params: { told: n }, skill: 'chef', call: true };
}

/** The storyteller's records at one call of the first night. */
function at(now: string, lines: ToldLine[]): Grimoire {
  const sheet = ['chef', 'empath', 'butler'].map((skill, place, all) => ({
    skill,
    seats: skill === 'butler' ? [] : [String(place + 1)],
    done: place < all.indexOf(now),
    now: skill === now,
  }));
  const grimoire = { circle: ['1', '2', '3', '4', '5'], seats: {}, marks: [], sheet } as unknown as Grimoire;
  const waits = [{ name: `night/1/${now}`, kind: 'call', of: now, at: null }];
  room.receive({ grimoire, pending: [], waits, steps: [], told: lines, fault: '' });
  return grimoire;
}

function sit(sitting: RoomState['sitting']): void {
  const view = viewOf(5, 'moderator', { phase: 'night', night: 1 }, {});
  const state = { ...roomState(5, 'playing', 9, false), ruleset: 'clocktower', sitting };
  room = greeted(line, view, { public: view, room: state });
}

const next = (): HTMLElement => screen.getByRole('button', { name: /^Next/ });
const words = (): string => document.querySelector('.words')?.textContent ?? '';

beforeEach(() => {
  setLanguage('en');
  line = new Kept();
  back = vi.fn<() => void>();
});

afterEach(cleanup);

describe('the card of a wake', () => {
  it('is left with one tap, and stands until what follows is there', async () => {
    sit('apart');
    const book = bookOf(at('chef', [told(4, '1')]));
    const shown = render(NightCard, { room, book, onback: back });
    const before = words();
    await fireEvent.click(next());
    expect(line.sent).toEqual([tick('chef')]);
    expect(words()).toBe(before);
    await shown.rerender({ room, book: bookOf(at('empath', [told(4, '1'), told(6, '2')])), onback: back });
    expect(words()).not.toBe(before);
    expect(room.mod.seen).toBe(4);
  });

  it('is gone through line by line before it is left', async () => {
    sit('apart');
    render(NightCard, { room, book: bookOf(at('chef', [told(4, '1'), told(5, '1')])), onback: back });
    await fireEvent.click(next());
    expect(line.sent).toEqual([]);
    await fireEvent.click(next());
    expect(line.sent).toEqual([tick('chef')]);
  });

  it('counts as read where going on was refused', async () => {
    sit('apart');
    render(NightCard, { room, book: bookOf(at('chef', [told(4, '1')])), onback: back });
    await fireEvent.click(next());
    room.receive({ error: { code: 'forbidden', message_key: 'ui.error.forbidden', c: 'c1' } });
    await vi.waitFor(() => expect(words()).toBe(''));
  });

  it('of a character whom nobody has is called all the same where people sit by and listen', async () => {
    sit('voice');
    render(NightCard, { room, book: bookOf(at('butler', [])), onback: back });
    expect(document.querySelector('.night h2')?.textContent).toContain('nobody');
    await fireEvent.click(next());
    expect(line.sent).toEqual([tick('butler')]);
  });

  it('is taken back with a swipe to the right, and with no other', async () => {
    sit('apart');
    render(NightCard, { room, book: bookOf(at('chef', [])), onback: back });
    const card = document.querySelector('.night')!;
    const swipe = async (x: number, y: number): Promise<void> => {
      await fireEvent.pointerDown(card, {
        isPrimary: true,
        pointerType: 'touch',
        clientX: 100,
        clientY: 300,
      });
      await fireEvent.pointerUp(card, {
        isPrimary: true,
        pointerType: 'touch',
        clientX: 100 + x,
        clientY: 300 + y,
      });
    };
    await swipe(60, 0);
    await swipe(-120, 0);
    await swipe(100, 90);
    expect(back).not.toHaveBeenCalled();
    await swipe(120, 20);
    expect(back).toHaveBeenCalledOnce();
  });
});
