import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../server/config.ts';
import { loadBuiltInContent } from '../../server/content/built-in-content.ts';
import {
  createContentGateway,
  type ContentGateway,
  type HomeLayout,
  type RouteAnswer,
} from '../../server/content/gateway.ts';
import { loadBlocks } from '../../server/content/load-blocks.ts';
import { collectContent } from '../../wordpress/collect-content.ts';
import { fixturesFolder } from '../../wordpress/folders.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

const blocks = await loadBlocks(`${import.meta.dirname}/../../blocks`);
const { pages } = await loadBuiltInContent(fixturesFolder, blocks);
const written = collectContent(fixturesFolder);
const looks = [...pages].flatMap(([path, { layouts }]) => [...layouts.keys()].map((layout) => ({ path, layout })));

let wordpress: TestWordPress;
let site: OpenSite;
let builtIn: ContentGateway;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  builtIn = await createContentGateway({ config: readConfig({}), log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

describe('what seeding wrote', () => {
  test('WordPress answers every section of every page as it was sent', async () => {
    const answer = await wordpress.editor.get('/wp/v2/pages?per_page=100&_fields=slug,acf');
    const list = z.array(z.object({ slug: z.string(), acf: z.unknown() })).parse(answer);
    const kept = new Map(list.map(({ slug, acf }) => [slug, acf]));
    expect(kept.size).toBe(pages.size);
    for (const { slug, acf } of written.pages) expect(kept.get(String(slug)), String(slug)).toEqual(acf);
  });

  // Images are files of the site, not of the media library: they are not written, and come from the built-in page.
  test.each(looks)('$path $layout is the built-in page', async ({ path, layout }) => {
    const look = isHomeLayout(layout) ? { layout } : {};
    const fromWordPress = await site.gateway.route(path, look);
    expect(comparable(fromWordPress)).toEqual(comparable(await builtIn.route(path, look)));
  });

  test('posts, menus and settings are the built-in ones', async () => {
    expect(await site.gateway.frame()).toEqual({
      settings: (await builtIn.frame()).settings,
      primary: (await builtIn.frame()).primary.map(withoutId),
      footer: (await builtIn.frame()).footer.map(withoutId),
    });
    const posts = async (gateway: ContentGateway) =>
      (await gateway.source.posts({})).map(({ title, slug, content, date }) => ({ title, slug, content, date }));
    expect(await posts(site.gateway)).toEqual(await posts(builtIn));
  });

  test('nothing is logged as a fault', () => {
    expect(site.messages()).toEqual([]);
  });
});

function isHomeLayout(layout: string): layout is HomeLayout {
  return layout === 'content' || layout === 'lead-capture';
}

function withoutId<Item extends object>(item: Item) {
  return { ...item, ID: expect.any(Number) };
}

/** A page without what only the place it is kept in decides. */
function comparable(answer: RouteAnswer) {
  if (answer.status !== 200) return answer;
  const { id: _id, modified: _modified, featuredImage: _image, ...page } = answer.page;
  return { ...answer, page };
}
