import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** What `development/seed.php` fills a new site with. */
export interface SiteContent {
  site: { name: string; description: string };
  pages: JsonObject[];
  posts: JsonObject[];
  menus: Record<string, Json[]>;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readObject(file: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${String(error)}`, { cause: error });
  }
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

/** Built-in images are files of the site, not of WordPress's media library: their numbers mean nothing there. */
const isBuiltInImage = (name: string, value: Json): boolean =>
  typeof value === 'number' && /(image|photo|logo)$/.test(name);

function withoutBuiltInImages(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutBuiltInImages);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !isBuiltInImage(name, inner))
      .map(([name, inner]) => [name, withoutBuiltInImages(inner)]),
  );
}

function readEntry(file: string): JsonObject {
  const entry = readObject(file);
  const acf = isObject(entry['acf']) ? { ...entry['acf'] } : {};
  // The built-in layout applies while the page has none of its own; a copy of it would only grow old.
  delete acf['page_layout'];
  return { ...entry, acf: withoutBuiltInImages(acf), file: basename(file) };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Reads the built-in content (WordPress's REST shapes, one file each). Missing parts are empty. */
export function collectContent(fixtures: string): SiteContent {
  const settingsFile = join(fixtures, 'site-settings.json');
  const settings = existsSync(settingsFile) ? readObject(settingsFile) : {};
  const site = isObject(settings['site']) ? settings['site'] : {};
  const menus: Record<string, Json[]> = {};
  for (const location of ['primary', 'footer']) {
    const file = join(fixtures, 'menus', `${location}.json`);
    const items = existsSync(file) ? readObject(file)['items'] : undefined;
    if (Array.isArray(items)) menus[location] = items;
  }
  return {
    site: { name: text(site['name']), description: text(site['description']) },
    pages: jsonFiles(join(fixtures, 'pages')).map(readEntry),
    posts: jsonFiles(join(fixtures, 'posts')).map(readEntry),
    menus,
  };
}
