import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pictureKey, readPictureAddress } from '../../server/media/picture-address.ts';
import { BODY_BLOCK_TAG } from '../../src/builder/body-block.ts';
import {
  missingPictures,
  missingTexts,
  parseDocument,
  playablePlayers,
  playersOf,
} from '../wordpress/whole-site/compare-documents.ts';
import { startPictureOrigin, type PictureOrigin } from './picture-origin.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

/*
 * Blocks and shortcodes of WordPress 7.1.1, each as the body of a page. `recorded/blocks.json` has what the editor stores
 * (`source`) and what REST answers (`rendered`), with the built-in content around it and Twenty Twenty-Five as theme.
 */

/** The address of the WordPress in the recording. */
const RECORDED = 'https://cms.example.com';

function recorded(name: string, origin: string): unknown {
  const file = path.join(import.meta.dirname, 'recorded', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8').replaceAll(RECORDED, origin));
}

const blocks = z.array(z.object({ name: z.string(), rendered: z.string() }));
const file = z.object({ source_url: z.string() });
const media = z.array(
  z.looseObject({
    ...file.shape,
    id: z.number(),
    modified: z.string(),
    media_details: z.object({ sizes: z.record(z.string(), file).optional() }).loose(),
  }),
);
const names = blocks.parse(recorded('blocks', RECORDED)).map(({ name }) => name);

let origin: PictureOrigin;
let wordpress: FakeSite;
let app: RunningApp;

beforeAll(async () => {
  origin = await startPictureOrigin();
  const create = { width: 1600, height: 900, channels: 3, background: '#7a8b5c' } as const;
  const picture = await sharp({ create }).jpeg().toBuffer();
  wordpress = await startFakeSite();
  for (const entry of media.parse(recorded('block-media', origin.url))) {
    origin.files.set(new URL(entry.source_url).pathname, picture);
    wordpress.add('media', entry);
  }
  for (const [index, { name, rendered }] of blocks.parse(recorded('blocks', origin.url)).entries()) {
    wordpress.add('pages', {
      id: 1_000 + index,
      slug: `example-${name}`,
      content: { rendered, protected: false },
    });
  }
  app = await runApp({ ...wordpress.env, IMAGE_ORIGINS: origin.url });
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
  await origin?.stop();
});

/** Returns the address in WordPress of a picture's address on the site. */
function original(url: URL): URL {
  const key = readPictureAddress(url.pathname)?.key;
  const files = media
    .parse(recorded('block-media', origin.url))
    .flatMap(({ source_url, modified, media_details: { sizes } }) =>
      [source_url, ...Object.values(sizes ?? {}).map((size) => size.source_url)].map((each) => ({
        each,
        modified,
      })),
    );
  const found = files.find(({ each, modified }) =>
    [pictureKey(each), pictureKey(each, modified)].includes(key ?? ''),
  );
  return new URL(found?.each ?? url);
}

function bodyOf(name: string): Document {
  const block = blocks.parse(recorded('blocks', origin.url)).find((each) => each.name === name);
  return parseDocument(block?.rendered ?? '');
}

async function pageOf(name: string) {
  const response = await fetch(`${app.url}/example-${name}`);
  expect(response.status).toBe(200);
  return {
    document: parseDocument(await response.text()),
    policy: response.headers.get('content-security-policy') ?? '',
    url: response.url,
  };
}

describe.each(names)('%s', (name) => {
  test('its page has all words', async () => {
    const { document } = await pageOf(name);
    expect(missingTexts(bodyOf(name), document)).toEqual([]);
  });

  test('its page shows all pictures of WordPress', async () => {
    const page = await pageOf(name);
    const body = bodyOf(name);
    for (const image of body.querySelectorAll(`img:not([src^="${origin.url}"])`)) image.remove();
    const isThere = async (url: URL) => (await fetch(url)).status === 200;
    expect(await missingPictures(body, origin.url, page, { original, isThere })).toEqual([]);
  });

  test('its players can play', async () => {
    const playable = await playablePlayers(await pageOf(name), async () => true);
    expect(playable.toSorted()).toEqual(playersOf(bodyOf(name)).toSorted());
  });

  test('REST has links in place of our components', async () => {
    const response = await fetch(`${app.url}/wp-json/wp/v2/pages?slug=example-${name}`);
    const [page] = z
      .array(z.object({ content: z.object({ rendered: z.string() }) }))
      .parse(await response.json());
    expect(page?.content.rendered).not.toContain(BODY_BLOCK_TAG);
  });
});
