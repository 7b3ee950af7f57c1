import { describe, expect, it } from 'vitest';
import en from '../../src/nightmoot/host/texts/en.json';
import zh from '../../src/nightmoot/host/texts/zh.json';
import { fetchWords, template } from '../src/text/catalogues';

const sources = import.meta.glob('../src/**/*.{svelte,ts}', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const used = Object.values(sources).join('\n');
const slots = (text: unknown): string[] =>
  [...JSON.stringify(text).matchAll(/\{(\w+):\w+\}/g)].map((m) => m[1]!).sort();

/** Keys put together from data: `ui.error.${code}` and the like; and what the host itself writes in mails. */
const BUILT = /^ui\.(grim\.rest|act|channel|error|moderator|sitting|slow|step|wait|who)\./;

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

describe('the words of a ruleset that the page was not built with', () => {
  it('are asked for once in each language', async () => {
    const asked: string[] = [];
    const ask = async (lang: string) => {
      asked.push(lang);
      return { rulesets: { lantern: { 'role.watcher': lang === 'zh' ? '望者' : 'Watcher' } } };
    };
    await fetchWords('lantern', ask);
    await fetchWords('lantern', ask);
    await fetchWords('table', ask);
    expect(asked).toEqual(['zh', 'en']);
    expect(template('zh', 'lantern', 'role.watcher')).toBe('望者');
    expect(template('en', 'lantern', 'role.watcher')).toBe('Watcher');
  });

  it('are asked for again after a failure, and are no others', async () => {
    let down = true;
    const ask = async () => {
      if (down) throw new Error('offline');
      return { rulesets: {} };
    };
    await fetchWords('island', ask);
    down = false;
    await fetchWords('island', ask);
    expect(template('en', 'island', 'role.watcher')).toBeUndefined();
  });
});
