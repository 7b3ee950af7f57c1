import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { roomState, viewOf } from '../dev/scenes';
import Retold from '../src/mod/Retold.svelte';
import { setLanguage } from '../src/text/say.svelte';
import { greeted, Kept } from './kept';

afterEach(cleanup);

describe('what is not so any more', () => {
  it('is said to the moderator with what was told and to whom, until it is put away', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
    setLanguage('en');
    const view = viewOf(8, 'moderator', { phase: 'night' }, {});
    const more = { public: viewOf(8, 'public', {}, {}), room: roomState(8, 'playing', 0, true) };
    const room = greeted(new Kept(), view, more);
    render(Retold, { room });
    expect(screen.queryByRole('alert')).toBeNull();
    const params = { notice: 'from_moderator', params: { text: 'hush' }, seats: ['2', 'all'] };
    const notice = { key: 'no_longer_holds', params, shows: [], ruleset: 'table', public: false };
    room.receive({ n: 1, notice });
    expect((await screen.findByRole('alert')).textContent).toMatch(/2 Lena, everybody had been told.*hush/);
    await fireEvent.click(screen.getByRole('button'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
