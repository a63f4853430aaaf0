import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readPictureAddress } from '../../../server/media/picture-address.ts';
import type { RunningWordPress } from '../../../wordpress/boot-wordpress.ts';
import { runApp } from '../../server/running-app.ts';
import { restClient } from '../support/rest.ts';
import { compareSites, type Comparison, type RestDocument } from './compare-sites.ts';
import { startImportedSite } from './import-content.ts';

const help = `Imports content into a new WordPress, and compares all its posts and pages with the pages of this site.

  npm run compare:wordpress -- --content <file.xml> --importer <folder> [options]

  --content <file>     an export file of WordPress; may be given several times
  --importer <folder>  the unpacked plugin WordPress Importer
  --site <folder>      keeps the WordPress there; with a folder of a former run, nothing is imported again
  --port <number>      port of that WordPress (default: 8893)
`;

const REST_PAGE = 100;
const PICTURES_PAUSE_MS = 3_000;
const restDocuments = z.array(
  z.object({ id: z.number(), link: z.string(), content: z.object({ rendered: z.string() }) }),
);

async function readDocuments(url: string): Promise<RestDocument[]> {
  const visitor = restClient(url, {});
  const documents: RestDocument[] = [];
  for (const type of ['posts', 'pages']) {
    for (let page = 1, length = REST_PAGE; length === REST_PAGE; page += 1) {
      const path = `/wp/v2/${type}?per_page=${REST_PAGE}&page=${page}&_fields=id,link,content`;
      const read = restDocuments.parse(await visitor.get(path));
      documents.push(...read);
      ({ length } = read);
    }
  }
  return documents;
}

/** Serves the site with the content of WordPress, and compares both. */
async function compareWith(wordpress: RunningWordPress): Promise<Comparison[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lintel-compare-'));
  console.log('Reading WordPress …');
  const documents = await readDocuments(wordpress.url);
  const app = await runApp({
    DATA_DIR: dataDir,
    WORDPRESS_API_URL: wordpress.url,
    WORDPRESS_USERNAME: wordpress.username,
    WORDPRESS_APP_PASSWORD: wordpress.appPassword,
  });
  try {
    return await compareSites({
      documents,
      wordpress: wordpress.url,
      site: app.url,
      findOriginals: () => findOriginals(dataDir),
      say: console.log,
    });
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reads the table of pictures when nothing was added to it for three seconds. It is written a second after a page. */
async function findOriginals(dataDir: string): Promise<(url: URL) => URL> {
  const database = new DatabaseSync(join(dataDir, 'content.db'), { readOnly: true });
  const read = () => database.prepare('SELECT key, url FROM content_pictures').all();
  let rows = read();
  for (let before = -1; before !== rows.length; rows = read()) {
    before = rows.length;
    await setTimeout(PICTURES_PAUSE_MS);
  }
  database.close();
  const urls = new Map(rows.map(({ key, url }) => [String(key), String(url)]));
  return (url) => new URL(urls.get(readPictureAddress(url.pathname)?.key ?? '') ?? url);
}

function print(rows: readonly Comparison[]): void {
  for (const { name, places } of rows.filter((row) => row.places.length > 0)) {
    console.log(`\n${name}: not on the site`);
    const counts = Map.groupBy(places, (place) => place);
    for (const [place, { length }] of counts)
      console.log(`  ${place}${length > 1 ? ` (${length} times)` : ''}`);
  }
  console.log('');
  console.table(
    rows.map(({ name, inWordPress, onSite }) => ({
      '': name,
      WordPress: inWordPress,
      site: onSite,
      missing: inWordPress - onSite,
    })),
  );
}

async function compare(): Promise<void> {
  const { values } = parseArgs({
    options: {
      content: { type: 'string', multiple: true, default: [] },
      importer: { type: 'string' },
      site: { type: 'string' },
      port: { type: 'string', default: '8893' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.importer === undefined || values.content.length === 0) {
    console.log(help);
    if (!values.help) process.exitCode = 1;
    return;
  }
  const site = values.site ?? (await mkdtemp(join(tmpdir(), 'lintel-whole-site-')));
  const wordpress = await startImportedSite({
    site,
    port: Number(values.port),
    files: values.content.map((file) => resolve(file)),
    importer: resolve(values.importer),
    say: console.log,
  });
  try {
    print(await compareWith(wordpress));
  } finally {
    await wordpress.stop();
    if (values.site === undefined) await rm(site, { recursive: true, force: true });
  }
}

await compare();
