/**
 * Measures the first request of pages with different numbers of placements, a search among 1,000 posts, a page of the
 * blog with 1,000 and with 5,000 posts, and the server's start-up time: `npm run build && node tests/load/render.ts`. A
 * fake WordPress runs in a separate process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startFakeSite } from '../server/support/fake-site.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { timeOfPage } from './support/time-of-page.ts';

const PLACEMENTS = [10, 50, 300];
/** Number of pages per placement count. Each page is rendered once. */
const PAGES = 9;
const POSTS = 1_000;
const MANY_POSTS = 5_000;
/** The first searches only warm the server up: V8 optimizes a function after some hundred calls. */
const WARM_UP = 400;
const SEARCHES = 200;
/** Limits in milliseconds. */
const SEARCH_LIMIT = 5;
const READY_LIMIT = 1000;
const STARTS = 7;
const WORDS = [
  'porch',
  'western',
  'evening light',
  'proved',
  'porhc',
  'bungalow',
  'roof ridge',
  'radon',
  'gravel',
];

const file = fileURLToPath(import.meta.url);
const [role, posts] = process.argv.slice(2);
if (role === 'wordpress') await serveWordPress(Number(posts ?? POSTS));
else await measure();

async function serveWordPress(posts: number): Promise<void> {
  const site = await startFakeSite();
  let id = 1;
  for (const count of PLACEMENTS) {
    for (let page = 1; page <= PAGES; page += 1, id += 1) {
      site.add('pages', { id, slug: `page-${count}-${page}`, acf: cardSections(count) });
    }
  }
  for (let post = 1; post <= posts; post += 1) {
    const word = WORDS[post % WORDS.length];
    const rendered =
      `<p>The porch faces west, and the ${word} of house ${post} proved it in the evening light.</p>`.repeat(
        30,
      );
    const title = { rendered: `House ${post} with a ${word}` };
    site.add('posts', { id: 10_000 + post, title, content: { rendered, protected: false } });
  }
  process.send?.(site.env);
}

/** Returns page fields with sections of three cards each, as an editor would enter them. */
function cardSections(count: number): Record<string, unknown> {
  const keys = Array.from({ length: count }, (_, index) => `part${index}`);
  const texts = keys.flatMap((key, index) => [
    [`${key}_title`, `Part ${index}`],
    [`${key}_desc`, `<p>What part ${index} is about, with a <a href="/buy">link</a>.</p>`],
    [
      `${key}_items`,
      ['One', 'Two', 'Three'].map((title) => ({ title, desc: `<p>${title} of part ${index}.</p>` })),
    ],
  ]);
  return { page_layout: keys.map((key) => ({ block: 'cards', key })), ...Object.fromEntries(texts) };
}

async function measure(): Promise<void> {
  const wordpress = fork(file, ['wordpress']);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-render-'));
  let site: Site | undefined;
  try {
    const [env]: Record<string, string>[] = await once(wordpress, 'message');
    const settings = { ...env, DATA_DIR: dataDir, CONTENT_MAX_AGE: '3600', SEARCH_RATE_LIMIT: '100000' };
    site = await startSite(settings);
    const { url } = site;
    await untilOk(`${url}/page-10-1`);
    // Wait until the server has prerendered the pages in the menus.
    await delay(3_000);
    const small = await renderTimes(url, PLACEMENTS[0] ?? 0);
    for (const count of PLACEMENTS) {
      const took = count === PLACEMENTS[0] ? small : await renderTimes(url, count);
      const ratio = took / count / (small / (PLACEMENTS[0] ?? 1));
      print(
        `a page of ${count} placements, first visit`,
        took,
        `${ratio.toFixed(2)} per placement of the smallest`,
      );
    }
    const searches = await searchTimes(url);
    const middle = median(searches);
    print(
      `a search among ${POSTS} posts`,
      middle,
      `${(middle / SEARCH_LIMIT).toFixed(2)} of ${SEARCH_LIMIT} ms`,
    );
    const blog = await blogTimes(url);
    print(`a page of the blog, ${POSTS} posts, first visit`, blog, '');
    await site.stop();
    const bigBlog = await withManyPosts();
    print(
      `a page of the blog, ${MANY_POSTS} posts, first visit`,
      bigBlog,
      `${(bigBlog / blog).toFixed(2)} of that with ${POSTS}`,
    );
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      const began = performance.now();
      site = await startSite(settings);
      await untilOk(`${site.url}/page-10-1`);
      starts.push(performance.now() - began);
      await site.stop();
    }
    const ready = median(starts);
    print(
      'ready, from the start to the first page',
      ready,
      `${(ready / READY_LIMIT).toFixed(2)} of ${READY_LIMIT} ms`,
    );
  } finally {
    await site?.stop();
    wordpress.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function renderTimes(url: string, count: number): Promise<number> {
  const took: number[] = [];
  // Skip page 1: the readiness check may have rendered it already.
  for (let page = 2; page <= PAGES; page += 1) took.push(await timeOfPage(`${url}/page-${count}-${page}`));
  return median(took);
}

/** Times pages of the blog's list. Its first page is rendered ahead, the others are not. */
async function blogTimes(url: string): Promise<number> {
  const took: number[] = [];
  for (let page = 10; page < 30; page += 1) took.push(await timeOfPage(`${url}/blog?page=${page}`));
  return median(took);
}

/** Runs a site with many posts, and returns the time of a page of its blog. */
async function withManyPosts(): Promise<number> {
  const wordpress = fork(file, ['wordpress', String(MANY_POSTS)]);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-render-'));
  let site: Site | undefined;
  try {
    const [env]: Record<string, string>[] = await once(wordpress, 'message');
    site = await startSite({ ...env, DATA_DIR: dataDir, CONTENT_MAX_AGE: '3600' });
    await untilOk(`${site.url}/page-10-1`);
    await delay(3_000);
    // Warms the server up like the one with fewer posts.
    for (let page = 30; page < 300; page += 1) await timeOfPage(`${site.url}/blog?page=${page}`);
    return await blogTimes(site.url);
  } finally {
    await site?.stop();
    wordpress.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Times searches with distinct queries, because the page store would answer a repeated one. */
async function searchTimes(url: string): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < WARM_UP + SEARCHES; at += 1) {
    const time = await timeOfPage(
      `${url}/search?q=${encodeURIComponent(WORDS[at % WORDS.length] ?? '')}+${at}`,
    );
    if (at >= WARM_UP) took.push(time);
  }
  return took;
}

async function untilOk(address: string): Promise<void> {
  while (!(await fetch(address)).ok) await delay(20);
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

function print(what: string, milliseconds: number, beside: string): void {
  console.log(`${what.padEnd(44)} ${milliseconds.toFixed(1).padStart(8)} ms   ${beside}`);
}
