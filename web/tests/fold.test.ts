import { describe, expect, it } from 'vitest';
import { emptyView, foldNotice, foldShows, History } from '../src/game/fold';
import type { Notice } from '../src/wire/types';

const notice = (key: string, shows: Notice['shows'], more: Partial<Notice> = {}): Notice => ({
  key,
  params: {},
  shows,
  ruleset: 'toy',
  public: false,
  ...more,
});

describe('the fold of a view', () => {
  it('sets one facet of one subject for each show', () => {
    const view = foldShows(emptyView('1'), [
      ['table', 'phase', 'night'],
      ['1', 'role', 'seer'],
      ['1', 'in', true],
      ['2', 'in', true],
      ['1', 'in', false],
    ]);
    expect(view.table).toEqual({ phase: 'night' });
    expect(view.seats['1']).toEqual({ role: 'seer', in: false });
    expect(view.circle).toEqual(['1', '2']);
  });

  it('keeps groups apart from seats', () => {
    const view = foldShows(emptyView('1'), [['group:wolves', 'members', ['1', '4']]]);
    expect(view.groups).toEqual({ wolves: ['1', '4'] });
    expect(view.seats).toEqual({});
  });

  it('changes nothing of the view it starts from', () => {
    const before = foldShows(emptyView('1'), [['1', 'in', true]]);
    foldNotice(before, 1, notice('dead', [['1', 'in', false]]));
    expect(before.seats['1']).toEqual({ in: true });
    expect(before.log).toEqual([]);
  });

  it('writes each notice into the log with its number and whether everybody has it', () => {
    const view = foldNotice(emptyView('1'), 7, notice('dead', [], { public: true }));
    expect(view.n).toBe(7);
    expect(view.log).toEqual([{ n: 7, key: 'dead', params: {}, ruleset: 'toy', public: true }]);
  });

  it('folds anew without what was retracted', () => {
    const history = new History(emptyView('1'));
    history.add(1, notice('a', [['2', 'role', 'wolf']]));
    history.add(2, notice('b', [['2', 'role', 'seer']]));
    expect(history.cut(1)?.seats['2']).toEqual({ role: 'wolf' });
    history.add(2, notice('c', [['2', 'role', 'witch']]));
    expect(history.cut(2)?.log.map((entry) => entry.key)).toEqual(['a', 'c']);
  });

  it('knows when a retraction reaches behind what it holds', () => {
    expect(new History({ ...emptyView('1'), n: 5 }).cut(3)).toBeNull();
  });
});
