import { quoteValue, unusableResult, usableResult } from '../../../src/builder/normalise-result.ts';
import type { ReferenceFinder } from '../normalise/normalise-context.ts';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Block } from '../../../src/builder/block.ts';
import { sectionIdFaults } from '../../../src/builder/section-ids.ts';
import { placementSchema, type Placement } from '../../../src/contracts/layout.ts';
import { siteSettingsSchema } from '../../../src/contracts/site-settings.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import type { HtmlSource } from '../html/sanitise-html.ts';
import {
  pageContentSources,
  PAGE_CONTENT_BLOCK_ID,
  pageContentPlacement,
} from '../normalise/page-content.ts';
import { seoBlock, seoPlacement } from '../normalise/seo-fields.ts';
import { createLinkResolver } from '../paths/site-links.ts';
import { normalisePlacement, type ValueSource } from '../normalise/normalise-placement.ts';
import { isTimeZone } from '../normalise/normalise-settings.ts';
import {
  createBuiltInContent,
  menuFixtureSchema,
  pageFixtureSchema,
  postFixtureSchema,
  sectionFixtureSchema,
  type BuiltInContent,
  type BuiltInFiles,
  type BuiltInPage,
} from './built-in-content.ts';
import { readPrebuiltContent } from './prebuilt-content.ts';

/**
 * Loads the built-in content from the build, with its sanitized HTML by `htmlKey`. Without a build for this version of
 * the sanitizer, in development, and for tests with folders of their own, reads and validates the source files instead;
 * `html` is then empty. Throws an `Error` that lists the faults of the source files.
 */
export async function loadPrebuiltOrSourceContent(
  { dev, blocksDir, fixturesDir }: { dev: boolean; blocksDir?: string; fixturesDir?: string },
  blocks: ReadonlyMap<string, Block>,
): Promise<{ builtIn: BuiltInContent; html: ReadonlyMap<string, string> }> {
  const ownFiles = blocksDir !== undefined || fixturesDir !== undefined || dev;
  const built = ownFiles ? null : await readPrebuiltContent(PROJECT_ROOT);
  if (built) return { builtIn: createBuiltInContent(built.files), html: built.html };
  const { content } = await loadBuiltInContent(fixturesDir ?? path.join(PROJECT_ROOT, 'fixtures'), blocks);
  return { builtIn: content, html: new Map() };
}

/** Reads and validates the built-in content in `directory`. Throws an `Error` that lists the faults. */
export async function loadBuiltInContent(
  directory: string,
  blocks: ReadonlyMap<string, Block>,
): Promise<{ files: BuiltInFiles; content: BuiltInContent }> {
  const reader = createFixtureReader(directory);
  const settings = await reader.file('site-settings.json', siteSettingsSchema, 'needed');
  const primary = await reader.file('menus/primary.json', menuFixtureSchema, 'needed');
  const footer = await reader.file('menus/footer.json', menuFixtureSchema, 'needed');
  const media = await reader.file('media.json', z.array(z.unknown()), 'optional');
  const pages = await reader.folder('pages', pageFixtureSchema);
  const layouts = await reader.folder('layouts', z.array(placementSchema));
  const posts = await reader.folder('posts', postFixtureSchema);
  const sections = await reader.folder('sections', sectionFixtureSchema);
  const faults = reader.faults;
  if (settings && primary && footer) {
    const files: BuiltInFiles = {
      settings,
      menus: { primary, footer },
      media: media ?? [],
      pages: Object.fromEntries(pages),
      layouts: Object.fromEntries(layouts),
      posts: Object.fromEntries(posts),
      sections: Object.fromEntries(sections),
    };
    const content = createBuiltInContent(files, faults);
    faults.push(...builtInFaults(content, blocks));
    if (faults.length === 0) return { files, content };
  }
  throw new Error(`The built-in content has ${faults.length} fault(s):\n  ${faults.join('\n  ')}`);
}

/** Reads the built-in files in a folder and collects their faults. */
interface FixtureReader {
  /**
   * Reads and validates a file; null if it is missing or invalid. Both are faults, but an `optional` file may be
   * missing.
   */
  file<T>(name: string, schema: z.ZodType<T>, presence: 'needed' | 'optional'): Promise<T | null>;
  /** Reads and validates every `.json` file in a folder, sorted by name, keyed by file name without extension. */
  folder<T>(name: string, schema: z.ZodType<T>): Promise<Map<string, T>>;
  faults: string[];
}

/** Creates a reader for the files under `directory`. It does not throw on faults: check `faults` at the end. */
function createFixtureReader(directory: string): FixtureReader {
  const faults: string[] = [];

  async function file<T>(name: string, schema: z.ZodType<T>, presence: 'needed' | 'optional') {
    const place = path.join(directory, name);
    if (!existsSync(place)) {
      if (presence === 'needed') faults.push(`fixtures/${name} is missing.`);
      return null;
    }
    let json: unknown;
    try {
      json = JSON.parse(await readFile(place, 'utf8'));
    } catch (error) {
      faults.push(`fixtures/${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      faults.push(
        `fixtures/${name}: ${issue.path.length > 0 ? `${issue.path.join('.')} ` : ''}${issue.message}`,
      );
    }
    return null;
  }

  async function folder<T>(name: string, schema: z.ZodType<T>) {
    const found = new Map<string, T>();
    const place = path.join(directory, name);
    const names = existsSync(place) ? await readdir(place) : [];
    for (const entry of names.filter((each) => each.endsWith('.json')).sort()) {
      const value = await file(`${name}/${entry}`, schema, 'needed');
      if (value !== null) found.set(entry.slice(0, -'.json'.length), value);
    }
    return found;
  }

  return { file, folder, faults };
}

/**
 * Returns the faults that the schemas of the files do not find, such as an unknown time zone, block or shared section,
 * a key that is used twice, and invalid section ids or values.
 */
function builtInFaults(builtIn: BuiltInContent, blocks: ReadonlyMap<string, Block>): string[] {
  const { timeZone } = builtIn.settings.site;
  return [
    ...(isTimeZone(timeZone) ? [] : [`fixtures/site-settings.json: "${timeZone}" is no time zone.`]),
    ...[...builtIn.pages.values()].flatMap((page) => pageFaults(page, builtIn, blocks)),
  ];
}

/**
 * Resolves references in built-in values, which name built-in pages by path. Accepts every category and tag as an
 * option, because they come from the posts, which are not checked here.
 */
function referencesTo({ pages, menus }: BuiltInContent): ReferenceFinder {
  return {
    find: (path) =>
      typeof path === 'string' && pages.has(path)
        ? usableResult({ path, title: path })
        : unusableResult(`${quoteValue(path)} is no built-in page. Write the path of one.`),
    hasOption: (source, value) => {
      if (source === 'pages') return pages.has(value);
      return source !== 'menus' || Object.hasOwn(menus, value);
    },
  };
}

function pageFaults(
  { name, page, layouts }: BuiltInPage,
  builtIn: BuiltInContent,
  blocks: ReadonlyMap<string, Block>,
): string[] {
  // The HTML is not sanitized, because sanitizing does not change the faults.
  const context = {
    media: builtIn.media,
    links: createLinkResolver([]),
    html: ({ html }: HtmlSource) => html,
    references: referencesTo(builtIn),
  };
  const source: ValueSource = { acf: page.acf, context };
  const faults = sectionIdFaults([...layouts.values()], blocks).map(
    (fault) => `fixtures/layouts/${name}: ${fault}`,
  );
  const check = (placement: Placement, block: Block) => {
    const sources = [source, ...pageContentSources(placement, page, context)];
    faults.push(
      ...normalisePlacement(page.title, placement, block, sources).faults.map(({ message }) => message),
    );
  };
  check(seoPlacement, seoBlock);
  if (layouts.size === 0) {
    const block = blocks.get(PAGE_CONTENT_BLOCK_ID);
    if (block) check(pageContentPlacement, block);
    else faults.push(`fixtures/layouts/${name}.json is missing.`);
  }
  for (const [variant, layout] of layouts) {
    const file = variant === '' ? name : `${name}.${variant}`;
    const keys = new Set<string>();
    for (const placement of layout) {
      const { shared } = placement;
      const block = blocks.get(placement.block);
      if (keys.has(placement.key))
        faults.push(`fixtures/layouts/${file}.json: key "${placement.key}" is taken.`);
      keys.add(placement.key);
      if (shared !== undefined) {
        if (!builtIn.contents.entries('section').has(String(shared))) {
          faults.push(
            `fixtures/layouts/${file}.json, ${placement.key}: there is no shared section ${shared} in fixtures/sections/.`,
          );
        }
      } else if (block) check(placement, block);
      else {
        faults.push(
          `fixtures/layouts/${file}.json, ${placement.key}: there is no block "${placement.block}" in blocks/.`,
        );
      }
    }
  }
  return [...new Set(faults)];
}
