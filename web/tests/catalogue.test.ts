import { describe, expect, it } from 'vitest';
import en from '../../src/nightmoot/host/texts/en.json';
import zh from '../../src/nightmoot/host/texts/zh.json';

const sources = import.meta.glob('../src/**/*.{svelte,ts}', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const used = Object.values(sources).join('\n');
const slots = (text: unknown): string[] =>
  [...JSON.stringify(text).matchAll(/\{(\w+):\w+\}/g)].map((m) => m[1]!).sort();

/** Keys put together from data: `ui.error.${code}` and the like. */
const BUILT = /^ui\.(act|channel|error|moderator|sitting|step|wait|who)\./;

describe('the words of the page', () => {
  it('are the same keys in both languages', () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
  });

  it('have the same slots in both languages', () => {
    for (const key of Object.keys(en)) {
      const [a, b] = [slots(zh[key as keyof typeof zh]), slots(en[key as keyof typeof en])];
      expect([key, new Set(a)]).toEqual([key, new Set(b)]);
    }
  });

  it('are all used', () => {
    const idle = Object.keys(en).filter((key) => !used.includes(`'${key}'`) && !BUILT.test(key));
    expect(idle).toEqual([]);
  });
});
