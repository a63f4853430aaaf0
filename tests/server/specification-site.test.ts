import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import { loadBlocks } from '../../server/content/load-blocks.ts';
import { isTemplatePage } from '../../server/content/paths/route-path.ts';
import { readerOf, wordsOf, type ReadPage } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { footer, header, moved, notFound, sidebars, views } from './specification.ts';

const root = `${import.meta.dirname}/../..`;
const {
  content: { pages },
} = await loadBuiltInContent(`${root}/fixtures`, await loadBlocks(`${root}/blocks`));
const paths = [...pages.keys()].filter((path) => !isTemplatePage(path));
const guides = paths.filter((path) => /^\/(buy|sell)\//.test(path));

let app: RunningApp;
let read: ReadPage;
beforeAll(async () => {
  app = await runApp();
  read = readerOf(app.url);
});
afterAll(() => app.stop());

type Links = (readonly [string, string | null])[];
const linksIn = (document: Document, selector: string): Links =>
  [...document.querySelectorAll(selector)].map((link) => [wordsOf(link), link.getAttribute('href')]);
const matching = (links: readonly (readonly [RegExp, string])[]) =>
  links.map(([words, to]) => [expect.stringMatching(words), to]);
const content = (document: Document, selector: string) =>
  document.querySelector(selector)?.getAttribute('content') ?? '';

const jsonLd = z.looseObject({ '@type': z.string() });
async function structuredData(path: string) {
  const scripts = (await read(path)).querySelectorAll('script[type="application/ld+json"]');
  return [...scripts].map((script) => jsonLd.parse(JSON.parse(script.textContent)));
}

describe('header and footer of the pages', () => {
  it('have the specified links in the bar and in the drawer', async () => {
    const document = await read('/');
    const top = '> ul > li > a';
    expect(linksIn(document, `header nav ${top}`)).toEqual(header);
    expect(linksIn(document, `#site-menu nav ${top}`)).toEqual(header);
  });

  it('have every guide in a drop-down of the bar and in the drawer', async () => {
    const document = await read('/');
    for (const nested of ['header nav [popover] a', '#site-menu nav li li a']) {
      expect(new Set(linksIn(document, nested).map(([, to]) => to))).toEqual(new Set(guides));
    }
  });

  it('have the footer links, the agent’s contact details, and three social links', async () => {
    const document = await read('/');
    const added = new Set(['/blog', '/search']);
    const links = linksIn(document, 'footer nav a').filter(([, to]) => !added.has(to ?? ''));
    expect(links).toEqual(matching(footer));
    const others = linksIn(document, 'footer a:not(nav a)').map(([, to]) => to);
    expect(others.slice(0, 2)).toEqual(['tel:+15155550142', 'mailto:jordan@example.com']);
    expect(others.slice(2)).toHaveLength(3);
    for (const social of others.slice(2)) expect(social).toMatch(/^https:\/\//);
    expect(document.querySelector('footer img')?.getAttribute('alt')).toMatch(/logo/i);
    expect(wordsOf(document.querySelector('footer'))).toContain(String(new Date().getFullYear()));
  });

  it.each([...paths, '/no-such-page'])('name the agent and the license on %s', async (path) => {
    const document = await read(path);
    expect(wordsOf(document.querySelector('header'))).toMatch(/Jordan Avery ?Prairie Lintel Realty/);
    const words = wordsOf(document.querySelector('footer'));
    for (const fact of [/Jordan Avery/, /Prairie Lintel Realty/, /100 Sample Street/, /Ankeny, IA/]) {
      expect(words).toMatch(fact);
    }
    expect(words).toContain('Licensed in Iowa');
    expect(words).toContain('Equal Housing Opportunity');
  });

  it('have links on the not-found page', async () => {
    const document = await read('/no-such-page');
    expect(linksIn(document, 'main > :first-child a')).toEqual(matching(notFound));
    expect(document.title).toMatch(/not found/i);
    expect(content(document, 'meta[name=description]')).toMatch(/could not be found/);
  });
});

describe('the head of every page', () => {
  it.each(paths)('%s has title, description, social tags and structured data', async (path) => {
    const document = await read(path);
    const [title, description] = [document.title, content(document, 'meta[name=description]')];
    expect(title).toMatch(/.{10}/);
    expect(description).toMatch(/.{50}/);
    expect(content(document, 'meta[property="og:title"]')).toBe(title);
    expect(content(document, 'meta[property="og:description"]')).toBe(description);
    expect(content(document, 'meta[property="og:url"]')).toBe(app.url + path);
    expect(content(document, 'meta[property="og:image"]')).toMatch(/^http/);
    expect(content(document, 'meta[name="twitter:card"]')).toBe('summary_large_image');
    expect(content(document, 'meta[name="twitter:title"]')).toBe(title);

    const said = await structuredData(path);
    const agent = said.find((each) => each['@type'] === 'RealEstateAgent');
    expect(agent).toMatchObject({ priceRange: '$$', telephone: '+15155550142' });
    const site = said.find((each) => each['@type'] === 'WebSite');
    expect(JSON.stringify(site)).toContain(`${app.url}/search?q={`);
    expect(JSON.stringify(said)).not.toMatch(/AggregateRating|"Review"/);
  });
});

describe('structured data', () => {
  it.each([
    ['/buy', 'P30D'],
    ['/sell', 'P45D'],
  ])('says on %s that the process takes %s', async (path, totalTime) => {
    expect(await structuredData(path)).toContainEqual(
      expect.objectContaining({ '@type': 'HowTo', totalTime }),
    );
  });

  it('offers the valuation for 0 USD', async () => {
    const said = JSON.stringify(await structuredData('/sell/home-valuation'));
    expect(said).toMatch(/"@type":"Offer"/);
    expect(said).toMatch(/"price":("0"|"0\.00"|0)[,}]/);
    expect(said).toContain('"priceCurrency":"USD"');
  });

  it('refers to the page about the agent', async () => {
    expect(JSON.stringify(await structuredData('/'))).toContain(`"${app.url}/about"`);
  });

  it.each(['/', '/buy/mortgage-guide', '/sell/home-valuation'])('lists the questions of %s', async (path) => {
    const questions = [...(await read(path)).querySelectorAll('#faq summary')].map(wordsOf);
    expect(await structuredData(path)).toContainEqual(
      expect.objectContaining({
        '@type': 'FAQPage',
        mainEntity: questions.map((name) => expect.objectContaining({ '@type': 'Question', name })),
      }),
    );
  });
});

describe('routes', () => {
  it.each(moved)('%s has moved to %s', async (from, to) => {
    const response = await fetch(app.url + from, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  });

  it.each(guides)('%s is listed and marked in the sidebar of its guides', async (path) => {
    const document = await read(path);
    const links = [...document.querySelectorAll('aside [data-placement=side-links] li a')];
    const expected = sidebars[path.split('/').slice(0, 2).join('/')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(expected);
    const marked = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map((link) => link.getAttribute('href'))).toEqual(expected?.filter((to) => to === path));
  });

  it.each(views)('%s is a view of %s', async (path, canonical) => {
    expect((await fetch(app.url + path)).status).toBe(200);
    const document = await read(path);
    const own = document.querySelector('link[rel=canonical]')?.getAttribute('href');
    expect(own).toBe(app.url + canonical);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });

  it('shows the contact page at its second address', async () => {
    const [one, other] = [await read('/contact'), await read('/contact-us')];
    expect(wordsOf(other.querySelector('main'))).toBe(wordsOf(one.querySelector('main')));
  });
});
