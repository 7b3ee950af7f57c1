import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decision, viewOf } from '../dev/scenes';
import type { Room } from '../src/game/room.svelte';
import Play from '../src/play/Play.svelte';
import { setLanguage } from '../src/text/say.svelte';
import type { Pick } from '../src/wire/types';
import { greeted, Kept } from './kept';

let line: Kept;
let room: Room;

function open(pick: Pick, more: Parameters<typeof decision>[0] | object = {}): void {
  room.receive({ open: decision({ d: 9, key: 'check', skill: 'check', pick, optional: false, ...more }) });
}

function seat(id: string): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-seat="${id}"]`)!;
}

async function tap(element: HTMLElement): Promise<void> {
  await fireEvent.click(element);
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

beforeEach(() => {
  vi.stubGlobal('innerWidth', 390);
  Element.prototype.scrollIntoView = () => {};
  setLanguage('en');
  line = new Kept();
  const view = viewOf(8, '2', { phase: 'night', night: 1 }, { '2': { role: 'seer', camp: 'village' } });
  room = greeted(line, view);
  render(Play, { room });
});

afterEach(cleanup);

describe('a prompt for one seat', () => {
  beforeEach(async () => {
    open({ kind: 'seats', candidates: ['1', '3'], min: 1, max: 1 });
    await screen.findByText('Tap a seat');
  });

  it('lets exactly the legal seats be tapped', async () => {
    expect(seat('1').getAttribute('aria-disabled')).toBe('false');
    expect(seat('4').getAttribute('aria-disabled')).toBe('true');
    await tap(seat('4'));
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('asks once more before it sends, and sends what was chosen last', async () => {
    await tap(seat('1'));
    await tap(seat('3'));
    expect(document.querySelector('.confirm')?.textContent).toContain('3');
    expect(line.sent).toEqual([]);
    await tap(button('Confirm'));
    expect(line.sent).toEqual([{ d: 9, choice: '3' }]);
  });

  it('is taken back by Change, and by Escape', async () => {
    await tap(seat('1'));
    await tap(button('Change'));
    expect(seat('1').getAttribute('aria-pressed')).toBe('false');
    await tap(seat('1'));
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('is confirmed by Enter', async () => {
    await tap(seat('1'));
    await fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(line.sent).toEqual([{ d: 9, choice: '1' }]);
  });

  it('is chosen and confirmed by keyboard alone', async () => {
    await fireEvent.keyDown(seat('1'), { key: 'Enter' });
    await tap(seat('1'));
    expect(document.activeElement?.textContent).toBe('Confirm');
  });

  it('shows the tick when the answer has arrived, until it is put away', async () => {
    await tap(seat('1'));
    await tap(button('Confirm'));
    expect(document.querySelector('.state')?.textContent).toContain('sending');
    room.receive({ ack: 'c1' });
    room.receive({ closed: 9 });
    expect(await screen.findByText('✓ received')).toBeTruthy();
    await tap(button('Put away'));
    expect(document.querySelector('.idle')).toBeTruthy();
  });
});

describe('other prompts', () => {
  it('pass only where that is allowed', async () => {
    open({ kind: 'seats', candidates: ['1'], min: 1, max: 1 }, { optional: true });
    await tap(await screen.findByRole('button', { name: /pass|nobody|check/i }));
    await tap(button('Confirm'));
    expect(line.sent).toEqual([{ d: 9, choice: null }]);
  });

  it('take several seats in the order of the taps', async () => {
    open({ kind: 'seats', candidates: ['1', '3', '4'], min: 2, max: 2 });
    await screen.findByText(/Tap 2 seats/);
    await tap(seat('4'));
    await tap(seat('1'));
    expect(seat('4').textContent).toContain('1');
    expect(seat('3').getAttribute('aria-disabled')).toBe('true');
    await tap(button('Confirm'));
    expect(line.sent).toEqual([{ d: 9, choice: ['4', '1'] }]);
  });

  it('say yes or no', async () => {
    open({ kind: 'yes' });
    await tap(await screen.findByRole('button', { name: 'No' }));
    await tap(button('Confirm'));
    expect(line.sent).toEqual([{ d: 9, choice: false }]);
  });

  it('choose one branch of an either, with the branch’s own pick', async () => {
    open({
      kind: 'either',
      of: { save: { kind: 'flag' }, poison: { kind: 'seats', candidates: ['1', '3'], min: 1, max: 1 } },
    });
    await screen.findByRole('button', { name: /poison/i });
    await tap(seat('3'));
    await tap(button('Confirm'));
    expect(line.sent).toEqual([{ d: 9, choice: { poison: '3' } }]);
  });

  it('choose among options by their names', async () => {
    open({ kind: 'options', of: 'role', options: ['seer', 'witch'], min: 1, max: 1 });
    await tap(await screen.findByRole('button', { name: 'Witch' }));
    await tap(button('Confirm'));
    expect(line.sent).toEqual([{ d: 9, choice: 'witch' }]);
  });

  it('fill a form part by part', async () => {
    open({
      kind: 'form',
      slots: { who: { kind: 'seats', candidates: ['1'], min: 1, max: 1 }, words: { kind: 'text', max: 20 } },
    });
    await screen.findByRole('textbox', { name: 'words' });
    await tap(seat('1'));
    await fireEvent.input(screen.getByRole('textbox', { name: 'words' }), { target: { value: 'hello' } });
    await tap(button('Confirm'));
    expect(line.sent).toEqual([{ d: 9, choice: { who: '1', words: 'hello' } }]);
  });
});

describe('the role card', () => {
  it('is there only while the key or the button is held', async () => {
    const card = (): Element | null => document.querySelector('.card-face');
    expect(card()).toBeNull();
    await fireEvent.keyDown(window, { key: 'h' });
    expect(card()?.textContent).toContain('Seer');
    await fireEvent.keyUp(window, { key: 'h' });
    expect(card()).toBeNull();
  });

  it('closes when the window loses the focus', async () => {
    await fireEvent.keyDown(window, { key: 'h' });
    await fireEvent.blur(window);
    expect(document.querySelector('.card-face')).toBeNull();
  });
});
