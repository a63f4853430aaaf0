import { expect, it } from 'vitest';
import { loadProjectBlocks } from '../../server/content/load-blocks.ts';
import { parseHtml } from './read-page.ts';
import { runApp } from './running-app.ts';
import { startFakeSite } from './support/fake-site.ts';

it('every calculator starts with a result, also if an editor enters fractions', async () => {
  const blocks = [...(await loadProjectBlocks()).values()];
  const calculators = blocks.flatMap(({ id, fields }) => {
    const starts = Object.entries(fields).filter(([, { label }]) => label.startsWith('Start:'));
    return starts.length > 0 ? [{ id, starts }] : [];
  });
  expect(calculators.length).toBeGreaterThan(2);
  const wordpress = await startFakeSite();
  for (const [index, { id, starts }] of calculators.entries()) {
    const values = starts.map(([name, { fallback }]) => [`calc_${name}`, Number(fallback) + 0.5]);
    const page_layout = JSON.stringify([{ block: id, key: 'calc' }]);
    const acf = { page_layout, ...Object.fromEntries(values) };
    wordpress.add('pages', { id: 10 + index, slug: `with-${id}`, acf });
  }
  const app = await runApp(wordpress.env);
  for (const { id } of calculators) {
    const page = parseHtml(await (await fetch(`${app.url}/with-${id}`)).text());
    const wrong = [...page.querySelectorAll('[aria-invalid=true]')].map((input) =>
      input.getAttribute('name'),
    );
    expect([id, wrong]).toEqual([id, []]);
    expect(page.querySelector('#calc output')?.textContent).toMatch(/\$\d/);
  }
  await app.stop();
  await wordpress.stop();
});
