import { afterAll, beforeAll, expect, it } from 'vitest';
import { isShadowedByServer } from '../../server/content/paths/reserved-paths.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const SLUGS = (
  'admin api assets feedback fonts healthz media metrics oauth preview readyz share sign-in unsubscribe webhooks wp wp-admin ' +
  'wp-content wp-includes wp-json'
).split(' ');

let wordpress: FakeSite;
let app: RunningApp;
beforeAll(async () => {
  wordpress = await startFakeSite();
  for (const [index, slug] of SLUGS.entries()) {
    const page = (id: number, name: string, parent: number) =>
      wordpress.add('pages', {
        id,
        slug: name,
        parent,
        link: `${wordpress.url}/${parent === 0 ? '' : `${slug}/`}${name}/`,
        title: { rendered: name },
        content: { rendered: `<p>The words of ${name}.</p>` },
      });
    page(100 + index, slug, 0);
    page(200 + index, `below-${slug}`, 100 + index);
  }
  app = await runApp(wordpress.env);
});
afterAll(async () => {
  await app.stop();
  await wordpress.stop();
});

it.each(
  SLUGS.flatMap((slug) => [
    [`/${slug}`, slug],
    [`/${slug}/below-${slug}`, `below-${slug}`],
  ]),
)('a page at %s is open there, or its text is at /wp/%s', async (path, slug) => {
  const shows = async (at: string) => {
    const response = await fetch(app.url + at, { redirect: 'manual' });
    return (await response.text()).includes(`The words of ${slug}.`);
  };
  expect(await shows(path)).toBe(!isShadowedByServer(path));
  expect(await shows(`/wp/${slug}`)).toBe(true);
});
