import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import { loadBlocks } from '../../server/content/load-blocks.ts';
import { isTemplatePage } from '../../server/content/paths/route-path.ts';
import { parseHtml, readerOf, type ReadPage, sectionAt, wordsOf } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { unfair } from './specification.ts';

const root = `${import.meta.dirname}/../..`;
const { files, content: builtIn } = await loadBuiltInContent(
  `${root}/fixtures`,
  await loadBlocks(`${root}/blocks`),
);
const rendered = z.object({ rendered: z.string() });
const HOME_B = '/?layout=lead-capture';
const own = [...builtIn.pages.keys()].filter((path) => !isTemplatePage(path));
const paths = [...own, HOME_B, '/wp-contact'];

let app: RunningApp;
let read: ReadPage;
beforeAll(async () => {
  app = await runApp();
  read = readerOf(app.url);
});
afterAll(() => app.stop());

/** Returns the placements of a page. Each of them must satisfy the wording rules by itself. */
async function placementsOf(path: string): Promise<Element[]> {
  return [...(await read(path)).querySelectorAll('main [data-placement]')];
}

const PERCENT = String.raw`\d+(\.\d+)?\s?%`;
const COMMISSION = new RegExp(`commission[^.]{0,60}?${PERCENT}|${PERCENT}[^.]{0,40}commission`, 'i');
const NEGOTIABLE = /commissions are negotiable/i;
const PROGRAMME = /\$2,500|3\.5% down|FHA loans begin|\b0% down|USDA and VA loans/i;
const DATED = /as of 20\d\d/i;

describe.each(paths)('%s', (path) => {
  it('describes property, not people', async () => {
    const words = wordsOf((await read(path)).querySelector('main'));
    expect(words).not.toBe('');
    expect(unfair.flatMap((each) => each.exec(words)?.[0] ?? [])).toEqual([]);
  });

  it('says next to every commission figure that commissions are negotiable', async () => {
    const named = (await placementsOf(path)).filter((each) => COMMISSION.test(wordsOf(each)));
    expect(named.filter((each) => !NEGOTIABLE.test(wordsOf(each))).map((each) => each.id)).toEqual([]);
  });

  it('has a date for every statement about programs', async () => {
    const named = (await placementsOf(path)).filter((each) => PROGRAMME.test(wordsOf(each)));
    expect(named.filter((each) => !DATED.test(wordsOf(each))).map((each) => each.id)).toEqual([]);
  });
});

it('the checks above find matches', async () => {
  const words = (await Promise.all(paths.map(placementsOf))).flat().map(wordsOf);
  expect(words.filter((each) => COMMISSION.test(each)).length).toBeGreaterThan(2);
  expect(words.filter((each) => PROGRAMME.test(each)).length).toBeGreaterThan(3);
});

describe('samples are labelled as samples', () => {
  it.each([
    [HOME_B, 'market'],
    [HOME_B, 'activity'],
    [HOME_B, 'testimonials'],
    ['/neighborhoods', 'area'],
    ['/neighborhoods', 'featured'],
    ['/sell', 'market'],
    ['/sell', 'staging'],
    ['/sell/fsbo-vs-agent', 'claim'],
    ['/about', 'testimonials'],
    ['/about', 'team'],
  ])('%s #%s', async (path, key) => {
    expect(wordsOf(sectionAt(await read(path), key).querySelector('[role=note]:not([hidden])'))).toMatch(
      /\bsample\b/i,
    );
  });

  it('wherever figures, reviews or sales appear', async () => {
    const needing = new Set([
      'stats',
      'activity',
      'testimonials',
      'team',
      'neighborhoods',
      'market-chart',
      'map',
    ]);
    const found = (await Promise.all(paths.map(placementsOf))).flat();
    const shown = found.filter((each) => needing.has(each.getAttribute('data-placement') ?? ''));
    expect(shown.length).toBeGreaterThanOrEqual(8);
    const notes = shown.map((each) => wordsOf(each.querySelector('[role=note]:not([hidden])')));
    expect(notes).toEqual(shown.map(() => expect.stringMatching(/\bsample\b/i)));
  });
});

describe('the lead-capture home page', () => {
  it('shows four of five entries first, and ratings of 5, 5 and 4.5', async () => {
    const document = await read(HOME_B);
    const lists = [...sectionAt(document, 'activity').querySelectorAll('ol')];
    expect(lists.map((list) => list.querySelectorAll('h3').length)).toEqual([4, 1]);
    const stars = wordsOf(sectionAt(document, 'testimonials')).match(/\d(\.\d)? out of 5/g);
    expect(stars).toEqual(['5 out of 5', '5 out of 5', '4.5 out of 5']);
  });

  it('shows the agent in a picture of 600 by 800', async () => {
    const image = sectionAt(await read(HOME_B), 'hero').querySelector('img');
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['600', '800']);
  });
});

describe('views of a page’s content', () => {
  it('show the sample hours at /wp-contact', async () => {
    const words = wordsOf((await read('/wp-contact')).querySelector('main'));
    for (const hours of [/Mon–Fri ?9am–6pm/, /Sat ?10am–4pm/, /Sun ?by appointment/])
      expect(words).toMatch(hours);
  });

  it.each([
    ['/wp-about', 'Send Me a Message', '#contact'],
    ['/wp/privacy-policy', 'Learn More', '/contact'],
  ])('show the button of the hero at %s, or its fallback', async (path, words, to) => {
    const links = [...(await read(path)).querySelectorAll('main a')];
    expect(links.map((link) => [wordsOf(link), link.getAttribute('href')])).toContainEqual([
      words,
      expect.stringMatching(new RegExp(`${to}$`)),
    ]);
  });

  it('say so if there is no such page', async () => {
    expect((await fetch(`${app.url}/wp/no-such-page`)).status).toBe(404);
    expect(wordsOf((await read('/wp/no-such-page')).querySelector('main'))).toContain('Content not found');
  });
});

describe('other pages', () => {
  it('say more in the first two steps of buying a home, and only there', async () => {
    const steps = sectionAt(await read('/buy/home-buying-process'), 'process').querySelectorAll('ol > li');
    const more = [...steps].map((step) => step.querySelectorAll('li').length > 1);
    expect(more).toEqual([true, true, false, false, false, false]);
  });

  it('show two images at /test-logo', async () => {
    expect((await read('/test-logo')).querySelectorAll('main img')).toHaveLength(2);
  });

  it('show a picture in place of the office map, and do not show the old form’s shortcode', async () => {
    const document = await read('/contact');
    expect(sectionAt(document, 'map').querySelectorAll('img, button')).not.toHaveLength(0);
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
    expect(wordsOf(document.querySelector('main'))).not.toContain('[contact-form');
  });

  it('list every public page at /sitemap', async () => {
    const listed = [...(await read('/sitemap')).querySelectorAll('main a')].map((link) =>
      link.getAttribute('href'),
    );
    const elsewhere = new Set(['/lead-form-demo', '/test-logo', '/sitemap']);
    expect(listed).toEqual(expect.arrayContaining(own.filter((path) => !elsewhere.has(path))));
  });
});

it('guides and articles have a picture of their own', async () => {
  const guides = own.filter((path) => /^\/(buy|sell)\//.test(path));
  const articles = Object.keys(files.posts).map((slug) => `/blog/${slug}`);
  const first = await Promise.all(
    [...guides, ...articles].map(async (path) =>
      (await read(path)).querySelector('main img')?.getAttribute('src'),
    ),
  );
  expect(first).toHaveLength(12);
  expect(new Set(first).size).toBe(12);
  expect(first).not.toContain(undefined);
});

describe('posts', () => {
  it.each(Object.entries(files.posts).map(([slug, { content }]) => ({ slug, content })))(
    '$slug complies with the rules',
    ({ content }) => {
      const words = wordsOf(parseHtml(rendered.parse(content).rendered).body);
      expect(words).not.toBe('');
      expect(unfair.flatMap((each) => each.exec(words)?.[0] ?? [])).toEqual([]);
      expect(COMMISSION.test(words) && !NEGOTIABLE.test(words)).toBe(false);
    },
  );
});
