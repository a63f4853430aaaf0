/**
 * Measures the time from WordPress's response to a save until the site serves the new page: `npm run build && node
 * tests/load/edits.ts`. Edits one page of the development WordPress 50 times by REST, as the page builder does. With
 * `--screen`, uses “Save” of the block editor in a browser instead. With `--php-fpm`, WordPress runs on PHP-FPM, nginx and
 * MariaDB, which must be installed; `--workers 1` gives it a single PHP process. With `--embedded`, there is no WordPress:
 * the page builder saves on the site itself (with `DATABASE_URL`, in that PostgreSQL). The site does not poll during the
 * test, so it learns of changes only from change notices.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { bootWordPress } from '../../wordpress/boot-wordpress.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { workerBrowser } from '../browser/support/worker-browser.ts';
import { freePort } from '../setup/free-port.ts';
import { openEditor, signInBrowser } from '../wordpress/support/browser-editor.ts';
import { basicAuthorization, editPage, pageId, restClient, type Rest } from '../wordpress/support/rest.ts';
import { firstOperator } from './support/first-operator.ts';
import { startFpmWordPress } from './support/php-fpm-wordpress.ts';

const EDITS = 50;
/** Limits in milliseconds for the median, with WordPress and without. */
const LIMIT = 1_000;
const EMBEDDED_LIMIT = 100;
/** Milliseconds after which an edit counts as lost, because its notice did not arrive. */
const LOST = 60_000;
const PAGE = 'about';

const started = z.object({
  env: z.record(z.string(), z.string()),
  editor: z.object({ username: z.string(), password: z.string() }),
});

interface WordPress extends z.infer<typeof started> {
  stop(): Promise<void>;
}

/** Saves a headline. Returns the milliseconds until WordPress responded. */
type Save = (words: string) => Promise<number>;

const file = fileURLToPath(import.meta.url);
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    screen: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    'php-fpm': { type: 'boolean', default: false },
    workers: { type: 'string', default: '4' },
  },
});
const [role, folder = '', siteUrl = ''] = positionals;
if (role === 'wordpress') await serveWordPress();
else if (options.embedded) await measureEmbedded();
else await measure();

/** Saves on the site itself, as the page builder does. */
async function measureEmbedded(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-edits-'));
  const { DATABASE_URL = '' } = process.env;
  const site = await startSite({
    DATA_DIR: dataDir,
    CONTENT_MAX_AGE: '3600',
    ...(DATABASE_URL === '' ? {} : { DATABASE_URL }),
  });
  try {
    const send = await firstOperator(site.url, dataDir);
    let { page } = Object(await send('GET', `/api/admin/pages/page?at=/${PAGE}`));
    await delay(5_000);
    const { saves, waits } = await edit(`${site.url}/${PAGE}`, async (words) => {
      const { at, modified: base, digest } = page;
      const change = { at, base, digest, layout: null, values: { hero_title: words }, publish: true };
      const began = performance.now();
      ({ page } = Object(await send('POST', '/api/admin/pages/save', change)));
      return performance.now() - began;
    });
    print('the site answers a save', saves);
    print('from there to the new page', waits);
    const all = saves.map((save, index) => save + (waits[index] ?? LOST));
    print('from “Publish” to the new page', all);
    const median = quantile(all, 0.5);
    console.log(
      `${(median / EMBEDDED_LIMIT).toFixed(2)} of ${EMBEDDED_LIMIT} ms; ${EDITS - waits.length} edits lost`,
    );
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Saves again and again. Returns the milliseconds of each save, and from its response to the new page. */
async function edit(address: string, save: Save): Promise<{ saves: number[]; waits: number[] }> {
  const saves: number[] = [];
  const waits: number[] = [];
  for (let edits = 0; edits < EDITS; edits += 1) {
    const words = `Edit ${edits} of ${EDITS}`;
    saves.push(await save(words));
    const answered = performance.now();
    if (await isServed(address, words)) waits.push(performance.now() - answered);
  }
  return { saves, waits };
}

/** Runs in a separate process, because PHP blocks everything else in its process. */
async function serveWordPress(): Promise<void> {
  const wordpress = await bootWordPress({ port: 0, site: folder, quiet: true, connectTo: siteUrl });
  const env = {
    WORDPRESS_API_URL: wordpress.url,
    WORDPRESS_USERNAME: wordpress.username,
    WORDPRESS_APP_PASSWORD: wordpress.appPassword,
    WORDPRESS_WEBHOOK_SECRET: wordpress.connection?.secret ?? '',
  };
  process.send?.({ env, editor: wordpress.editor });
}

/** Starts the development WordPress as `npm run wordpress` does. */
async function startDevelopment(connectTo: string): Promise<WordPress> {
  const site = await mkdtemp(path.join(tmpdir(), 'lintel-edits-'));
  const child = fork(file, ['wordpress', site, connectTo]);
  return {
    ...started.parse((await once(child, 'message'))[0]),
    async stop() {
      child.kill();
      await rm(site, { recursive: true, force: true });
    },
  };
}

async function measure(): Promise<void> {
  const port = await freePort();
  const connectTo = `http://127.0.0.1:${port}`;
  const wordpress: WordPress = options['php-fpm']
    ? await startFpmWordPress(connectTo, Number(options.workers))
    : await startDevelopment(connectTo);
  let server: Site | undefined;
  try {
    const { env, editor } = wordpress;
    server = await startSite({ ...env, PORT: String(port), CONTENT_MAX_AGE: '3600' });
    const {
      WORDPRESS_API_URL: url = '',
      WORDPRESS_USERNAME: name = '',
      WORDPRESS_APP_PASSWORD: word = '',
    } = env;
    const rest = restClient(url, basicAuthorization(name, word));
    const id = await pageId(rest, PAGE);
    const address = `${server.url}/${PAGE}`;
    while (!(await fetch(address)).ok) await delay(100);
    // Wait until the site has rendered the pages in the menus, as it does after its start.
    await delay(5_000);
    const save = options.screen ? await saveOnScreen(url, editor, id) : saveByRest(rest, id);
    const { saves, waits } = await edit(address, save);
    print('WordPress answers a save', saves);
    print('from there to the new page', waits);
    console.log(
      `${(quantile(waits, 0.5) / LIMIT).toFixed(2)} of ${LIMIT} ms; ${EDITS - waits.length} edits lost`,
    );
  } finally {
    if (options.screen) await (await workerBrowser()).close();
    await server?.stop();
    await wordpress.stop();
  }
}

/** Waits until the page contains these words. Returns false if that takes too long. */
async function isServed(address: string, words: string): Promise<boolean> {
  const until = performance.now() + LOST;
  while (!(await (await fetch(address)).text()).includes(words)) {
    if (performance.now() > until) return false;
    await delay(10);
  }
  return true;
}

function saveByRest(rest: Rest, id: number): Save {
  return async (words) => {
    const began = performance.now();
    await editPage(rest, id, { acf: { hero_title: words } });
    return performance.now() - began;
  };
}

/**
 * Opens the edit screen in a browser and returns a function that saves a headline there. The block editor saves the page
 * first, and then the meta box with its sections.
 */
async function saveOnScreen(
  url: string,
  editor: { username: string; password: string },
  id: number,
): Promise<Save> {
  const { page } = await signInBrowser(url, editor);
  page.setDefaultTimeout(120_000);
  const title = await openEditor(page, url, id, '#lintel-hero_title');
  await page.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
  const button = page.getByRole('button', { name: 'Save', exact: true });
  return async (words) => {
    await title.fill(words);
    while (!(await button.isEnabled())) await delay(10);
    const box = page.waitForResponse((response) => response.url().includes('meta-box-loader'));
    const began = performance.now();
    await button.click();
    await (await box).finished();
    return performance.now() - began;
  };
}

function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * share)] ?? 0;
}

function print(what: string, figures: readonly number[]): void {
  const at = (share: number) => `${quantile(figures, share).toFixed(0)} ms`;
  console.log(`${what.padEnd(28)} median ${at(0.5)}, 95 of 100 within ${at(0.95)}, longest ${at(1)}`);
}
