import { describe, expect, it } from 'vitest';
import { fill, type Names } from '../src/text/template';

const names: Names = {
  word: (kind, id) =>
    kind === 'ui' ? ({ nobody: 'nobody', yes: 'yes', no: 'no' }[id] ?? id) : `${kind}<${id}>`,
  seat: (id) => `No. ${id}`,
};

describe('templates', () => {
  it('shows a value as the type of its slot says', () => {
    expect(fill('en', '{who:seat} is {what:role}', { who: '3', what: 'seer' }, names)).toBe(
      'No. 3 is role<seer>',
    );
    expect(fill('en', '{n:number} {x:text}', { n: 1200, x: 'left' }, names)).toBe('1,200 left');
  });

  it('joins lists as the language does', () => {
    expect(fill('en', '{who:seats}', { who: ['1', '2', '3'] }, names)).toBe('No. 1, No. 2, & No. 3');
    expect(fill('zh', '{who:seats}', { who: ['1', '2', '3'] }, names)).toBe('No. 1、No. 2、No. 3');
    expect(fill('en', 'dead: {who:seats}', { who: [] }, names)).toBe('dead: nobody');
  });

  it('chooses the plural by n', () => {
    const text = { one: '{n:number} vote', other: '{n:number} votes' };
    expect(fill('en', text, { n: 1 }, names)).toBe('1 vote');
    expect(fill('en', text, { n: 2.5 }, names)).toBe('2.5 votes');
    expect(fill('zh', text, { n: 1 }, names)).toBe('1 votes');
  });

  it('says nobody for null, and leaves a slot that has no value', () => {
    expect(fill('en', '{victim:seat}, {other:seat}', { victim: null }, names)).toBe('nobody, {other:seat}');
  });

  it('never reads a value as a template', () => {
    expect(fill('en', '{x:text}', { x: '{who:seat}', who: '3' }, names)).toBe('{who:seat}');
  });
});
