/**
 * Measures the first sync with WordPress, a poll without changes, and a restart with 10, 1,000 and 5,000 posts:
 * duration, memory use, and how long the event loop is blocked. The first sync is compared with only requesting and
 * parsing the same lists, four at a time. Usage: `node tests/load/sync.ts`. A fake WordPress runs
 * in a separate process, so its CPU use does not count.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { startFakeSite } from '../server/support/fake-site.ts';
import { openSync } from '../server/support/open-sync.ts';

const SIZES = [10, 1_000, 5_000];
/** The content of each post. Its curly quotes make V8 store the string with two bytes per character. */
const TEXT = '<p>“The porch faces west,” she said, and the evening light proved it.</p>\n'.repeat(130);
const LONGEST_BLOCK = 50;

const file = fileURLToPath(import.meta.url);
const [role, size] = process.argv.slice(2);
if (role === 'wordpress') await serve(Number(size));
else if (role === 'measure') await measure(Number(size), process.env.FAKE_URL ?? '');
else for (const each of SIZES) await run(each);

async function serve(posts: number): Promise<void> {
  const site = await startFakeSite();
  for (let id = 1; id <= posts; id += 1) {
    const content = { rendered: `${TEXT}${id}`, protected: false };
    site.add('posts', { id, content, featured_media: 100_000 + id });
    site.add('media', { id: 100_000 + id, media_details: { width: 1600, height: 900 } });
  }
  for (let id = 1; id <= 30; id += 1) site.add('pages', { id: 200_000 + id });
  process.send?.(site.url);
}

async function run(posts: number): Promise<void> {
  const wordpress = fork(file, ['wordpress', String(posts)]);
  try {
    const [url]: unknown[] = await once(wordpress, 'message');
    // Use a new process per size, because memory left over from the previous run would count.
    const child = fork(file, ['measure', String(posts)], {
      env: { ...process.env, FAKE_URL: String(url) },
      execArgv: ['--expose-gc'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`Measuring ${posts} posts failed.`);
  } finally {
    wordpress.kill();
  }
}

async function measure(posts: number, url: string): Promise<void> {
  const account = { WORDPRESS_USERNAME: 'editor', WORDPRESS_APP_PASSWORD: 'abcd efgh' };
  const env = { WORDPRESS_API_URL: url, ...account, CONTENT_MAX_AGE: '3600' };
  const used = () => {
    globalThis.gc?.();
    return process.memoryUsage().rss / 2 ** 20;
  };
  const bare = await readLists(url);
  const one = await openSync(env);
  const before = used();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const timed = async (task: () => Promise<unknown>) => {
    globalThis.gc?.();
    delay.reset();
    delay.enable();
    const started = performance.now();
    await task();
    const took = performance.now() - started;
    delay.disable();
    // The histogram includes its own 5 ms resolution.
    return { took, block: Math.max(0, delay.max / 1e6 - 5) };
  };
  const pass = await timed(() => one.sync.check());
  if (one.mirror.contents().entries('post').size !== posts) throw new Error('Posts are missing.');
  const again = await timed(() => one.sync.check());
  await one.close();
  const memory = used() - before;
  const start = await timed(async () => {
    const other = await openSync(env, { dataDir: one.folder });
    if (other.mirror.contents().entries('post').size !== posts) throw new Error('Posts are missing.');
    await other.close();
  });
  await rm(one.folder, { recursive: true, force: true });
  const words = ({ took, block }: typeof pass) =>
    `${took.toFixed(0)} ms (longest block ${block.toFixed(0)} ms${block > LONGEST_BLOCK ? `, over ${LONGEST_BLOCK}` : ''})`;
  console.log(
    `${posts} posts: first pass ${words(pass)}, ${(pass.took / bare).toFixed(1)} times the ${bare.toFixed(0)} ms of only reading, poll ${words(again)}, open ${words(start)}, memory +${memory.toFixed(0)} MB`,
  );
}

/** Returns the milliseconds for requesting all posts and pictures in pages of 100, four at a time, and parsing them. */
async function readLists(url: string): Promise<number> {
  const began = performance.now();
  for (const list of ['posts', 'media', 'pages']) {
    const read = async (page: number) => {
      const response = await fetch(
        `${url}/wp-json/wp/v2/${list}?per_page=100&page=${page}&orderby=id&order=asc`,
      );
      if (!response.ok) throw new Error(`${response.url} answers ${response.status}.`);
      await response.json();
      return Number(response.headers.get('x-wp-totalpages'));
    };
    const pages = await read(1);
    for (let page = 2; page <= pages; page += 4) {
      await Promise.all(Array.from({ length: Math.min(4, pages - page + 1) }, (_, at) => read(page + at)));
    }
  }
  return performance.now() - began;
}
