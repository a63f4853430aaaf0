import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { vocabularyFaults } from './schema-org.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.stop());

it('finds what schema.org does not define', () => {
  expect(vocabularyFaults({ '@type': 'RealEstateAgent', name: 'A', priceRange: '$$' })).toEqual([]);
  expect(vocabularyFaults({ '@type': 'HowTo', totalTime: '30 days' })).toHaveLength(1);
  expect(vocabularyFaults({ '@type': 'Answer', price: '1' })).toHaveLength(1);
  expect(vocabularyFaults({ '@type': 'Estate' })).toEqual([': there is no type "Estate"']);
});

it('uses only schema.org’s vocabulary on every page', async () => {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '');
  expect(addresses.length).toBeGreaterThan(20);
  const faults: string[] = [];
  for (const address of addresses) {
    const document = parseHtml(await (await fetch(address)).text());
    const blocks = [...document.querySelectorAll('script[type="application/ld+json"]')];
    expect(blocks.length, address).toBeGreaterThanOrEqual(2);
    for (const block of blocks) {
      const data: unknown = JSON.parse(block.textContent ?? '');
      expect(data).toMatchObject({ '@context': 'https://schema.org' });
      faults.push(...vocabularyFaults(data, new URL(address).pathname));
    }
  }
  expect(faults).toEqual([]);
});
