/** All catalogues of the Python package: core, host and one for each ruleset. */
import type { Lang, Template } from './template';

type Catalogue = Record<string, Template>;

const files = import.meta.glob<Catalogue>(
  [
    '../../../src/nightmoot/core/texts/*.json',
    '../../../src/nightmoot/host/texts/*.json',
    '../../../src/nightmoot/rulesets/*/texts/*.json',
  ],
  { eager: true, import: 'default' },
);

const shelves = new Map<string, Catalogue>();
for (const [path, texts] of Object.entries(files)) {
  const found = /nightmoot\/(?:rulesets\/)?(\w+)\/texts\/(\w+)\.json$/.exec(path);
  if (found) shelves.set(`${found[1]}/${found[2]}`, texts);
}

/** Looks in the ruleset first, then in the core's and the page's own words. */
export function template(lang: Lang, ruleset: string | null | undefined, key: string): Template | undefined {
  for (const shelf of [ruleset, 'core', 'host']) {
    const text = shelf ? shelves.get(`${shelf}/${lang}`)?.[key] : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

export function keysOf(lang: Lang, ruleset: string): string[] {
  return Object.keys(shelves.get(`${ruleset}/${lang}`) ?? {});
}
