/** All catalogues of the Python package: core, host and one for each ruleset; others are asked of the server. */
import { SvelteMap } from 'svelte/reactivity';
import type { Lang, Template } from './template';

export type Catalogue = Record<string, Template>;
/** What `/api/texts/LANG` answers. */
export interface Catalogues {
  rulesets: Record<string, Catalogue>;
}

const files = import.meta.glob<Catalogue>(
  [
    '../../../src/nightmoot/core/texts/*.json',
    '../../../src/nightmoot/host/texts/*.json',
    '../../../src/nightmoot/rulesets/*/texts/*.json',
    '../../../src/nightmoot/rulesets/*/texts/*/*.json',
  ],
  { eager: true, import: 'default' },
);

const shelves = new SvelteMap<string, Catalogue>();
for (const [path, texts] of Object.entries(files)) {
  // one file for a language, or a folder of them
  const found = /nightmoot\/(?:rulesets\/)?(\w+)\/texts\/(zh|en)(?:\/\w+)?\.json$/.exec(path);
  const shelf = `${found?.[1]}/${found?.[2]}`;
  if (found) shelves.set(shelf, { ...shelves.get(shelf), ...texts });
}

/** The words of a ruleset that this page was not built with: one of somebody's own. */
export async function fetchWords(ruleset: string, ask: (lang: Lang) => Promise<Catalogues>): Promise<void> {
  for (const lang of ['zh', 'en'] as const) {
    const shelf = `${ruleset}/${lang}`;
    if (shelves.has(shelf)) continue;
    shelves.set(shelf, {});
    try {
      shelves.set(shelf, (await ask(lang)).rulesets[ruleset] ?? {});
    } catch {
      shelves.delete(shelf);
    }
  }
}

/** What the open room's script says of characters that no ruleset has: plain words, alike in every language. */
const brought = new SvelteMap<string, Record<string, string>>();

export function bringWords(ruleset: string, words: Record<string, string>): void {
  if (JSON.stringify(brought.get(ruleset) ?? {}) !== JSON.stringify(words)) brought.set(ruleset, words);
}

/** Looks in what the room has brought and in the ruleset first, then in the core's and the page's own words. */
export function template(lang: Lang, ruleset: string | null | undefined, key: string): Template | undefined {
  const own = ruleset ? brought.get(ruleset) : undefined;
  if (own && Object.hasOwn(own, key)) return own[key];
  for (const shelf of [ruleset, 'core', 'host']) {
    const text = shelf ? shelves.get(`${shelf}/${lang}`)?.[key] : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

export function keysOf(lang: Lang, ruleset: string): string[] {
  return Object.keys(shelves.get(`${ruleset}/${lang}`) ?? {});
}
