import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SectionValues } from '../../../../src/contracts/operators/page-builder.ts';
import { withoutDefaults, type Placement } from '../../../../src/contracts/layout.ts';
import { isObject } from '../../../../src/builder/raw-value.ts';
import { ApiError } from '../../api/api-error.ts';

/** A page to write. */
export interface NewFiles {
  title: string;
  slug: string;
  /** The slug of the parent; empty for the top level. */
  parent: string;
  layout: readonly Placement[];
  values: SectionValues;
}

/** Writes the files of a new page to `fixtures/`. Only for development without a WordPress. */
export async function writePageFiles(
  directory: string,
  { title, slug, parent, layout, values }: NewFiles,
): Promise<void> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    throw new ApiError(422, 'The name of a file in fixtures/ has only letters a to z, digits and hyphens.');
  }
  const pages = path.join(directory, 'pages');
  const names = await readdir(pages);
  if (names.includes(`${slug}.json`)) {
    throw new ApiError(422, `There is a file fixtures/pages/${slug}.json. Choose another address.`);
  }
  const entries = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name): Promise<unknown> => JSON.parse(await readFile(path.join(pages, name), 'utf8'))),
  );
  const ids = entries.flatMap((entry) => (isObject(entry) && typeof entry.id === 'number' ? [entry.id] : []));
  const modified = new Date().toISOString().slice(0, 19);
  const entry = {
    id: Math.max(0, ...ids) + 1,
    slug,
    parent,
    status: 'publish',
    title: { rendered: title },
    content: { rendered: '' },
    excerpt: { rendered: '' },
    modified,
    acf: values,
  };
  // A layout without a page is a fault, so the page is written first.
  await create(path.join(pages, `${slug}.json`), entry);
  if (layout.length > 0) {
    await mkdir(path.join(directory, 'layouts'), { recursive: true });
    await create(path.join(directory, 'layouts', `${slug}.json`), layout.map(withoutDefaults));
  }
}

async function create(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx' });
}
