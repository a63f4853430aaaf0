import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../server/platform/config/config.ts';
import { createContent, type Content } from '../../server/content/content.ts';
import type { SyncTiming } from '../../server/content/mirror/sync-timing.ts';
import type {
  FoundPageResponse,
  PageResponse,
  PageRequest,
} from '../../server/content/resolve/resolve-page.ts';
import builtInSettings from '../../fixtures/site-settings.json' with { type: 'json' };

/** The content of a small test site, which has its own blocks and built-in files. */
export interface ContentSite {
  content: Content;
  /** The logged events. */
  logged: { level: number; event?: string; msg?: string }[];
  /** Closes the content and deletes its files. */
  remove(): Promise<void>;
}

/** Resolves a path. The result includes the page's own content. Throws if no content has been read yet. */
export async function answerAt(
  content: Content,
  path: string,
  request: Omit<PageRequest, 'path'> = {},
): Promise<PageResponse> {
  const resolved = await content.resolve({ path, ...request }, { own: true });
  if (!resolved) throw new Error('There is no content yet.');
  return resolved.answer;
}

/** Returns the page at a path. Throws if the response is not a 200. */
export async function pageAt(
  content: Content,
  path: string,
  request: Omit<PageRequest, 'path'> = {},
): Promise<FoundPageResponse> {
  const answer = await answerAt(content, path, request);
  if (answer.status !== 200) throw new Error(`${path} is ${answer.status}`);
  return answer;
}

/** Waits for the first complete sync with WordPress. */
export async function untilRead(content: Content): Promise<void> {
  if (content.health().ready) return;
  await new Promise<void>((resolve) => {
    const stop = content.onChange(() => {
      if (!content.health().ready) return;
      stop();
      resolve();
    });
  });
}

const ROOT = path.join(import.meta.dirname, '../..');

const BLOCKS: Record<string, string> = {
  banner: `import { defineBlock } from '${ROOT}/src/builder/block.ts';
    import { text, richText, image, link, list } from '${ROOT}/src/builder/fields.ts';
    export default defineBlock({ id: 'banner', title: 'Banner', description: '', fields: {
      title: text({ label: 'Title', required: true }),
      desc: richText({ label: 'Description' }),
      image: image({ label: 'Image' }),
      cta: link({ label: 'Button' }),
      items: list({ label: 'Items', max: 3, row: { name: text({ label: 'Name', required: true }) } }),
    } });`,
  'page-content': `import { defineBlock } from '${ROOT}/src/builder/block.ts';
    import { text, richText, image } from '${ROOT}/src/builder/fields.ts';
    export default defineBlock({ id: 'page-content', title: 'Page', description: '', fields: {
      title: text({ label: 'Title', required: true }),
      content: richText({ label: 'Content' }),
      image: image({ label: 'Image' }),
    } });`,
};

function page(id: number, slug: string, acf: Record<string, unknown>, parent = '') {
  const rendered = (text: string) => ({ rendered: text });
  return {
    id,
    slug,
    parent,
    status: 'publish',
    title: rendered(`Built-in ${slug}`),
    content: rendered(''),
    excerpt: rendered(''),
    modified: '2026-01-01T00:00:00',
    featured_media: 0,
    acf,
  };
}

const banner = (key: string, more: object = {}) => ({ block: 'banner', key, ...more });
const item = (ID: number, title: string, url: string) => ({
  ID,
  title,
  url,
  target: '',
  classes: [],
  menu_item_parent: 0,
});

/** The built-in content of the small site. Tests may replace files. */
export const FILES: Readonly<Record<string, unknown>> = {
  'site-settings.json': builtInSettings,
  'menus/primary.json': {
    ID: 1,
    name: 'Primary',
    slug: 'primary',
    description: '',
    items: [item(1, 'Buy', '/buy')],
  },
  'menus/footer.json': {
    ID: 2,
    name: 'Footer',
    slug: 'footer',
    description: '',
    items: [item(2, 'About', '/about')],
  },
  'media.json': [
    {
      id: 1,
      source_url: '/scenes/hero.svg',
      alt_text: 'A skyline',
      media_details: { width: 1600, height: 900 },
    },
  ],
  'pages/home.json': page(1, 'home', { hero_title: 'Built-in headline', hero_image: 1, form_title: 'Form' }),
  'pages/about.json': page(2, 'about', { hero_title: 'About us', more_title: 'More of us' }),
  'pages/buy.json': page(3, 'buy', { hero_title: 'Buy a home' }),
  'pages/guide.json': page(4, 'guide', { hero_title: 'The guide' }, 'buy'),
  'layouts/home.content.json': [banner('hero')],
  'layouts/home.lead-capture.json': [banner('hero'), banner('form')],
  'layouts/about.json': [banner('hero'), banner('more', { region: 'aside' })],
  'layouts/buy.json': [banner('hero')],
  'layouts/guide.json': [banner('hero')],
};

/**
 * Opens the small site with short delays. `env` holds settings, and `files` replaces built-in files. If WordPress is
 * configured, waits for the first sync unless `unread` is set.
 */
export async function openSite(
  env: Record<string, string> = {},
  options: {
    files?: Record<string, unknown>;
    dev?: boolean;
    now?: () => number;
    unread?: boolean;
    /** Delays and limits that differ from those of the small site. */
    timing?: Partial<SyncTiming>;
    /** Folder of the content database. It is kept when the site is removed. */
    dataDir?: string;
  } = {},
): Promise<ContentSite> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lintel-content-'));
  const removeFiles = () => rm(directory, { recursive: true, force: true });
  for (const [id, source] of Object.entries(BLOCKS)) {
    await mkdir(path.join(directory, 'blocks', id), { recursive: true });
    await writeFile(path.join(directory, 'blocks', id, 'block.ts'), source);
  }
  // The blocks are outside the project, so Node resolves their packages through this link.
  await symlink(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  for (const [name, content] of Object.entries({ ...FILES, ...options.files })) {
    const file = path.join(directory, 'fixtures', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const logged: ContentSite['logged'] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const dataDir = options.dataDir ?? path.join(directory, 'data');
  try {
    const content = await createContent({
      config: readConfig(
        { CONTENT_MAX_AGE: '3600', DATA_DIR: dataDir, ...env },
        { dev: options.dev ?? false },
      ),
      log,
      blocksDir: path.join(directory, 'blocks'),
      fixturesDir: path.join(directory, 'fixtures'),
      // Only delays are short. With short limits, a busy machine would seem to be a WordPress that does not respond, or
      // another server would take over the sync.
      timing: {
        firstRetry: 50,
        longestRetry: 200,
        secondLook: 5,
        shortestPause: 10,
        plainPause: 10,
        lease: { renewEvery: 3_000, untilFree: 60_000 },
        ...options.timing,
      },
      ...(options.now ? { now: options.now } : {}),
    });
    const remove = async () => {
      await content.close();
      await removeFiles();
    };
    if (!options.unread) await untilRead(content);
    return { content, logged, remove };
  } catch (error) {
    await removeFiles();
    throw error;
  }
}
