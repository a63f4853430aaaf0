import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Field } from '../src/builder/field.ts';
import { loadBlocks } from '../server/content/load-blocks.ts';
import { blocksFolder } from './folders.ts';
import type { Json, JsonRecord } from './json.ts';
import { layoutSectionFields, withoutImages } from './without-images.ts';

/** The content that `development/seed.php` puts into a new site. */
export interface SeedContent {
  site: { name: string; description: string };
  author: string;
  pages: JsonRecord[];
  posts: JsonRecord[];
  menus: Record<string, Json[]>;
}

const isObject = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(file: string): Json {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${String(error)}`, { cause: error });
  }
}

function readObject(file: string): JsonRecord {
  const value = readJson(file);
  if (!isObject(value)) throw new Error(`${file} holds no JSON object.`);
  return value;
}

const jsonFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .map((name) => join(folder, name))
    : [];

function readEntry(file: string, sections: ReadonlyMap<string, Field>): JsonRecord {
  const entry = readObject(file);
  const acf = isObject(entry['acf']) ? { ...entry['acf'] } : {};
  // Without its own layout, the page uses the built-in layout. A copy of it in WordPress would become outdated.
  delete acf['page_layout'];
  return { ...entry, acf: withoutImages(acf, sections), file: basename(file) };
}

/** Reads the layouts of a page: `home.content.json` and `home.lead-capture.json` belong to `home.json`. */
function layoutsOf(page: string, fixtures: string): Json[] {
  const [slug = ''] = basename(page).split('.');
  return jsonFiles(join(fixtures, 'layouts'))
    .filter((file) => basename(file).split('.')[0] === slug)
    .map(readJson);
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Reads the built-in content: one JSON file per item, in the format of WordPress's REST API. The values of missing files
 * are empty; without an agent's name, the author is "Editor". Throws an `Error` if a file is not valid JSON, or if a file
 * other than a layout has no JSON object.
 */
export async function collectSeedContent(fixtures: string): Promise<SeedContent> {
  const blocks = await loadBlocks(blocksFolder);
  const settingsFile = join(fixtures, 'site-settings.json');
  const settings = existsSync(settingsFile) ? readObject(settingsFile) : {};
  const site = isObject(settings['site']) ? settings['site'] : {};
  const agent = isObject(settings['agent']) ? settings['agent'] : {};
  const menus: Record<string, Json[]> = {};
  for (const location of ['primary', 'footer']) {
    const file = join(fixtures, 'menus', `${location}.json`);
    const items = existsSync(file) ? readObject(file)['items'] : undefined;
    if (Array.isArray(items)) menus[location] = items;
  }
  return {
    site: { name: text(site['name']), description: text(site['description']) },
    author: text(agent['name']) || 'Editor',
    pages: jsonFiles(join(fixtures, 'pages')).map((file) =>
      readEntry(file, layoutSectionFields(layoutsOf(file, fixtures), blocks)),
    ),
    posts: jsonFiles(join(fixtures, 'posts')).map((file) => readEntry(file, new Map())),
    menus,
  };
}
