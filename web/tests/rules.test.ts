import { beforeAll, describe, expect, it } from 'vitest';
import { newSetup, spanOf, withOption } from '../src/home/setup';
import { ruleLines } from '../src/room/rules';
import { setLanguage } from '../src/text/say.svelte';
import type { OptionInfo, Plain, RoomState, RulesetInfo } from '../src/wire/types';

beforeAll(() => setLanguage('en'));

const OPTIONS = [
  { id: 'witch_potions', kind: 'choice', default: 'one_total', allowed: ['one_total', 'one_each'] },
  { id: 'witch_twilight', kind: 'flag', default: true, allowed: [true, false] },
  { id: 'sheriff_enabled', kind: 'flag', default: true, allowed: [true, false] },
  { id: 'sheriff_election', kind: 'choice', default: 'day1_after_dawn', allowed: [] },
  { id: 'sheriff_weight', kind: 'choice', default: 2, allowed: [2, 1.5] },
  { id: 'tie_precedence', kind: 'free', default: ['scapegoat', 'sheriff', 'runoff'] },
  { id: 'elder_penalty_roles', kind: 'free', default: ['hunter'] },
  { id: 'seer_result', kind: 'choice', default: 'role', allowed: ['role', 'camp'] },
] as OptionInfo[];

function lines(options: Record<string, Plain>): string[] {
  const state = { ruleset: 'table', options, sitting: 'apart', moderator: 'auto' } as unknown as RoomState;
  return ruleLines(state, OPTIONS);
}

describe('the rules in force', () => {
  it('say what the room has chosen, in the sentence that speaks of it', () => {
    expect(lines({})[5]).toMatch(/one chance in the whole game.*after the verdict/);
    const changed = lines({ witch_potions: 'one_each', witch_twilight: false })[5];
    expect(changed).toMatch(/one save and one poison.*at night only/);
  });

  it('may name one option inside the phrase of another, and drop it with that phrase', () => {
    const late = lines({ sheriff_election: 'before_night1', sheriff_weight: 1.5 })[7];
    expect(late).toMatch(/before the first night: one and a half votes/);
    expect(lines({ sheriff_enabled: false })[7]).toBe('There is no sheriff.');
  });

  it('write lists in words, also an empty one', () => {
    expect(lines({ tie_precedence: ['sheriff', 'runoff'] })[8]).toMatch(/: the sheriff, a run-off \(/);
    expect(lines({ elder_penalty_roles: [] })[9]).toMatch(/: nobody\./);
  });

  it('add what is changed and in none of the sentences', () => {
    expect(lines({}).join()).not.toMatch(/seer learns/);
    expect(lines({ seer_result: 'camp' })[10]).toBe('What the seer learns: the side');
    expect(lines({ seer_result: 'camp' })).toHaveLength(13);
  });
});

describe('the number of players', () => {
  const info = {
    id: 'table',
    players: { min: 8, max: 18 },
    wider: { option: 'outside_table', min: 5, max: 60 },
    boards: [],
    suggested: { vote_change: 'until_close' },
    scripts: {},
  } as unknown as RulesetInfo;

  it('goes further where the option is on, and back when it is off', () => {
    const usual = newSetup(info);
    expect(usual.options).toEqual({ vote_change: 'until_close' });
    expect(spanOf(usual, info)).toEqual({ min: 8, max: 18 });
    const wide = withOption(usual, info, 'outside_table', true);
    expect(spanOf(wide, info)).toEqual({ min: 5, max: 60 });
    expect(withOption({ ...wide, players: 40 }, info, 'outside_table', false).players).toBe(18);
    expect(withOption({ ...wide, players: 5 }, info, 'outside_table', false).players).toBe(8);
  });
});
