import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { isTemplatePage } from '../../../server/content/paths/route-path.ts';

const fixtures = new URL('../../../fixtures/', import.meta.url);
const pageSchema = z.object({ slug: z.string(), parent: z.string(), status: z.literal('publish') });

/** Returns the paths of all built-in pages. */
export function builtInPaths(): string[] {
  const pages = namesIn('pages').map((name) =>
    pageSchema.parse(JSON.parse(readFileSync(new URL(`pages/${name}.json`, fixtures), 'utf8'))),
  );
  const pathOf = (slug: string): string => {
    const page = pages.find((each) => each.slug === slug);
    return page ? `${pathOf(page.parent)}/${slug}` : '';
  };
  const paths = pages.map(({ slug }) => (slug === 'home' ? '/' : pathOf(slug)));
  return paths.filter((path) => !isTemplatePage(path));
}

export function builtInPostPaths(): string[] {
  return namesIn('posts').map((slug) => `/blog/${slug}`);
}

function namesIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, fixtures)).map((file) => file.replace(/\.json$/, ''));
}
