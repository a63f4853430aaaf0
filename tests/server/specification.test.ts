import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ResolvedPlacement } from '../../src/contracts/placement.ts';
import { sectionFieldsOf } from '../../src/builder/section-ids.ts';
import type { BuiltInContent } from '../../server/content/built-in/built-in-content.ts';
import { pageAt } from './content-site.ts';
import { parseHtml, readerOf, type ReadPage, sectionAt, wordsOf } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { forms, listColumns, pages, type Item, type PageFacts } from './specification.ts';

let app: RunningApp;
let read: ReadPage;
let builtIn: BuiltInContent;
beforeAll(async () => {
  app = await runApp();
  read = readerOf(app.url);
  builtIn = app.content.builtIn;
});
afterAll(() => app.stop());

/** Selectors for the items in a placement, by kind. */
const ITEMS: Record<Item, string> = {
  card: 'h3',
  step: 'ol > li h3',
  question: 'summary',
  row: 'tbody th',
  figure: 'dl > div',
  point: 'li:not(:has(h3))',
  quote: 'blockquote',
  link: 'a',
};

/** Returns one test case per fact, with the path of its page. */
function factsOf<Fact>(pick: (page: PageFacts) => readonly Fact[] | undefined) {
  return pages.flatMap((page) => (pick(page) ?? []).map((fact) => Object.assign({ path: page.path }, fact)));
}

describe('lists have the specified items, in number and order', () => {
  it.each(factsOf(({ lists }) => lists))('$path #$at, each $of', async ({ path, at, of, are }) => {
    const items = [...sectionAt(await read(path), at).querySelectorAll(ITEMS[of])].map(wordsOf);
    if (are === 'several') expect(items.length).toBeGreaterThan(1);
    else if (typeof are === 'number') expect(items).toHaveLength(are);
    else expect(items).toEqual(are.map((subject) => expect.stringMatching(subject)));
    expect(items).not.toContain('');
  });
});

describe('buttons and links have the specified targets', () => {
  it.each(factsOf(({ links }) => links))('$path #$at to $to', async ({ path, at, to, words = /\S/ }) => {
    const links = [...sectionAt(await read(path), at).querySelectorAll('a')];
    const leading = links.filter((link) => link.getAttribute('href') === to).map(wordsOf);
    expect(leading).toContainEqual(expect.stringMatching(words));
  });
});

describe('required statements are on the page', () => {
  it.each(factsOf(({ says }) => says))('$path #$at $is', async ({ path, at, is }) => {
    const document = await read(path);
    expect(wordsOf(at === undefined ? document.querySelector('main') : sectionAt(document, at))).toMatch(is);
  });
});

describe('named sections have the specified kind and appear on the page', () => {
  const named = factsOf(({ sections }) => Object.entries(sections ?? {}).map(([id, kind]) => ({ id, kind })));

  it.each(named)('$path $id is $kind', async ({ path, id, kind }) => {
    const [route = '', layout = ''] = path.split('?layout=');
    const layouts = builtIn.pages.get(route)?.layouts;
    const placements = (layouts?.get(layout) ?? layouts?.get('content') ?? []).flatMap((placement) => {
      const block = app.content.blocks.get(placement.block);
      return block ? sectionFieldsOf(placement, block).map((section) => ({ section, block })) : [];
    });
    const { section, block } = placements.find((each) => each.section.id === id) ?? {};
    expect(section?.kind).toBe(kind);
    const columns = Object.keys(block?.fields[section?.field ?? '']?.row ?? {});
    expect(columns).toEqual(expect.arrayContaining([...(listColumns[id] ?? [])]));

    const shown = sectionAt(await read(path), section?.placement ?? '');
    const props = (await placementsOf(path)).find(({ key }) => key === section?.placement)?.props;
    const needles = traces(props?.[section?.field ?? '']);
    expect(needles.length).toBeGreaterThan(0);
    const html =
      bare(shown.textContent) + [...shown.querySelectorAll('[href], [src]')].map(addresses).join(' ');
    for (const needle of needles) expect(html).toContain(needle);
  });
});

describe('forms have the specified place, source and tags', () => {
  it.each(forms)('$path, $block', async ({ path, block, source, tags, badge, fromHero }) => {
    const onPage = (await placementsOf(path)).filter((placement) => placement.block.endsWith('-form'));
    const specified = forms.filter((each) => each.path === path).map((each) => each.block);
    expect(onPage.map((placement) => placement.block)).toEqual(specified);
    const found = onPage.find((placement) => placement.block === block);
    const props = z.object({
      source: z.string().optional(),
      tags: z.string().optional(),
      badge: z.string().optional(),
    });
    const own = props.parse(found?.props);
    expect(own.source).toBe(source);
    expect(own.tags?.split('\n')).toEqual(tags);
    expect(own.badge ?? '').toMatch(badge ?? /^/);
    const document = await read(path);
    const heroLinks = [...document.querySelectorAll('#hero a')].map((link) => link.getAttribute('href'));
    if (fromHero) expect(heroLinks).toContain(`#${found?.key}`);
  });
});

async function placementsOf(path: string): Promise<readonly ResolvedPlacement[]> {
  const look = path.endsWith('lead-capture') ? ({ layout: 'lead-capture' } as const) : {};
  return (await pageAt(app.content, path.split('?')[0] ?? '', look)).document.placements;
}

const list = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });
const link = z.object({ href: z.string() });
const image = z.object({ src: z.string() });

/** Returns the parts of a resolved value that must appear in its rendered placement. */
function traces(value: unknown): string[] {
  if (typeof value === 'string') return [bare(parseHtml(value).body.textContent)];
  const rows = list.safeParse(value).data?.rows;
  if (rows) return rows.flatMap((row) => Object.values(row).slice(0, 1).flatMap(traces));
  const address = link.safeParse(value).data?.href ?? image.safeParse(value).data?.src;
  return address === undefined ? [] : [address];
}

/** Removes all whitespace, because it depends on the markup. */
function bare(text: string | null): string {
  return (text ?? '').replace(/\s+/g, '');
}

function addresses(element: Element): string {
  return `${element.getAttribute('href') ?? ''} ${element.getAttribute('src') ?? ''}`;
}
