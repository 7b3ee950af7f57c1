import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decision, roomState, viewOf } from '../dev/scenes';
import type { Room } from '../src/game/room.svelte';
import HandVote from '../src/square/HandVote.svelte';
import { setLanguage } from '../src/text/say.svelte';
import type { Hand, OpenDecision } from '../src/wire/types';
import { greeted, Kept } from './kept';

let line: Kept;
let room: Room;

/** the hand sets off in ten seconds, and comes to seat 2 at once */
function hand(): Hand {
  return { order: ['2', '3', '1'], locked: 0, first: Date.now() + 10_000, step: 1000, now: Date.now() };
}

function vote(more: Partial<OpenDecision> = {}): OpenDecision {
  const params = { nominee: '3', needed: 4, spends: [] };
  return decision({ d: 7, key: 'hands', kind: 'vote', pick: { kind: 'flag' }, params, ...more });
}

const raise = (): HTMLElement => screen.getByRole('button', { name: /Raise/ });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  setLanguage('en');
  line = new Kept();
  const view = viewOf(8, '2', { phase: 'nominations', day: 1 }, {});
  const state = { ...roomState(8, 'playing', 2, false), ruleset: 'clocktower' };
  room = greeted(line, view, { now: Date.now(), room: state });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the hand of one seat', () => {
  it('of the living goes up with one tap, and comes down with another', async () => {
    const shown = render(HandVote, { room, decision: vote(), hand: hand() });
    await fireEvent.click(raise());
    expect(line.sent).toEqual([{ d: 7, choice: true }]);
    await shown.rerender({ room, decision: vote({ answered: true, mine: true }), hand: hand() });
    await fireEvent.click(screen.getByRole('button', { name: /Take it down/ }));
    expect(line.sent.at(-1)).toEqual({ withdraw: 7 });
  });

  it('of the dead asks once more, as it is their last, before it goes up', async () => {
    const params = { nominee: '3', needed: 4, spends: ['2'] };
    render(HandVote, { room, decision: vote({ params }), hand: hand() });
    await fireEvent.click(raise());
    expect(line.sent).toEqual([]);
    expect(screen.getByRole('alert').textContent).toContain('last vote');
    await fireEvent.click(screen.getByRole('button', { name: 'No' }));
    expect(line.sent).toEqual([]);
    await fireEvent.click(raise());
    await fireEvent.click(raise());
    expect(line.sent).toEqual([{ d: 7, choice: true }]);
  });

  it('dies when the pointer is there, and then says what counted', async () => {
    const shown = render(HandVote, { room, decision: vote(), hand: hand() });
    expect((raise() as HTMLButtonElement).disabled).toBe(false);
    await vi.advanceTimersByTimeAsync(9_200);
    expect((raise() as HTMLButtonElement).disabled).toBe(false);
    expect(document.querySelector('.moment')?.textContent).toBe('1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect((raise() as HTMLButtonElement).disabled).toBe(true);
    await shown.rerender({ room, decision: vote({ answered: true, mine: true, final: true }), hand: hand() });
    expect(document.querySelector('.moment')?.textContent).toContain('counted');
  });
});
