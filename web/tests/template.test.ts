import { describe, expect, it } from 'vitest';
import { fill, type Lang, type Source, type Template } from '../src/text/template';

const words: Record<string, Template> = {
  'slot.and': ', ',
  'slot.nobody': 'nobody',
  'slot.nothing': 'nothing',
  'slot.yes': 'yes',
  'slot.no': 'no',
  'slot.votes': '{left} → {right}',
  'slot.abstained': '{left} abstained',
  'slot.cards': '{left} ×{right}',
  'slot.tally': '{left} {right}',
  'role.seer': 'Seer',
  'group.wolves': 'the wolves',
  'camp.wolves': 'Wolves',
  'who.moderator': 'the moderator',
};

function source(lang: Lang = 'en'): Source {
  return { lang, text: (key) => words[key], seat: (id) => `No. ${id}`, sits: (id) => /^\d$/.test(id) };
}

describe('templates', () => {
  it('show a value as the type of its slot says', () => {
    expect(fill(source(), '{who:seat} is {what:role}', { who: '3', what: 'seer' })).toBe('No. 3 is Seer');
    expect(fill(source(), '{n:number} {x:text} {plain}', { n: 1.5, x: 'left', plain: 'as it is' })).toBe(
      '1.5 left as it is',
    );
  });

  it('join lists with the word of the language', () => {
    expect(fill(source(), '{who:seats}', { who: ['1', '2', '3'] })).toBe('No. 1, No. 2, No. 3');
    expect(fill(source(), 'dead: {who:seats}', { who: [] })).toBe('dead: nobody');
  });

  it('name who did it, whether a seat, a group or anything else with a name', () => {
    expect(fill(source(), '{by:who}, {also:who}', { by: '3', also: 'wolves' })).toBe('No. 3, the wolves');
  });

  it('lay out votes, tallies and cards', () => {
    expect(fill(source(), '{v:votes}', { v: { '1': '2', '3': null } })).toBe(
      'No. 1 → No. 2, No. 3 abstained',
    );
    expect(fill(source(), '{v:tally}', { v: { '2': 1.5 } })).toBe('No. 2 1.5');
    expect(fill(source(), '{v:cards}', { v: { seer: 1 } })).toBe('Seer ×1');
    expect(fill(source(), '{v:votes}', { v: {} })).toBe('nothing');
  });

  it('choose the plural by n', () => {
    const text = { one: '{n:number} vote', other: '{n:number} votes' };
    expect(fill(source(), text, { n: 1 })).toBe('1 vote');
    expect(fill(source(), text, { n: 2.5 })).toBe('2.5 votes');
    expect(fill(source('zh'), text, { n: 1 })).toBe('1 votes');
  });

  it('say nobody for null, and leave a slot that has no value', () => {
    expect(fill(source(), '{victim:seat}, {other:seat}', { victim: null })).toBe('nobody, {other:seat}');
  });

  it('show plain values by what they are', () => {
    expect(fill(source(), '{x:value}', { x: true })).toBe('yes');
    expect(fill(source(), '{x:value}', { x: ['3', 'seer'] })).toBe('No. 3, Seer');
  });

  it('name the moderator wherever a player could be named', () => {
    expect(
      fill(source(), '{a:seat}, {b:value}, {c:seats}', {
        a: 'moderator',
        b: 'moderator',
        c: ['1', 'moderator'],
      }),
    ).toBe('the moderator, the moderator, No. 1, the moderator');
  });

  it('show of a card what is seen of it', () => {
    expect(fill(source(), '{face:faces}', { face: ['seer', 'wolves'] })).toBe('Seer, Wolves');
  });

  it('never read a value as a template', () => {
    expect(fill(source(), '{x:text}', { x: '{who:seat}', who: '3' })).toBe('{who:seat}');
  });
});
