import { fileOfPath, type BuiltInContent } from '../built-in/built-in-content.ts';
import type { SnapshotPage } from '../built-in/own-page.ts';
import type { Snapshot } from '../resolve/snapshot.ts';

/** Slugs that are names of files on every system. */
export const EXPORTED_SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Returns the name of each page's file, by path. A file is named after the page's slug, or after its path if another page
 * is named after that slug: a page `home` below `buy` is in `buy--home.json`, because `home.json` is the front page.
 */
export function fileNames(
  snapshot: Snapshot,
  builtIn: BuiltInContent,
  notes: string[],
): ReadonlyMap<string, string> {
  const taken = new Set([...builtIn.pages.values()].map(({ name }) => name));
  const names = new Map<string, string>();
  const depth = ({ path }: SnapshotPage) => path.split('/').length;
  // Pages at the top come first, because their path and their slug are the same.
  for (const found of [...snapshot.pages()].sort((one, other) => depth(one) - depth(other))) {
    const { path, page } = found;
    const known = knownPage(found, snapshot, builtIn);
    if (known) {
      names.set(path, known.name);
      continue;
    }
    if (
      !path
        .slice(1)
        .split('/')
        .every((segment) => EXPORTED_SLUG.test(segment))
    ) {
      notes.push(
        `${path}: its address has other characters than a–z, 0–9 and “-”. Change its slug in WordPress.`,
      );
      continue;
    }
    const name = [page.slug, fileOfPath(path)].find((each) => !taken.has(each));
    if (name === undefined) {
      notes.push(
        `${path}: this address belongs to another page of the export. Change its slug in WordPress.`,
      );
      continue;
    }
    taken.add(name);
    names.set(path, name);
  }
  return names;
}

/**
 * Returns the page of the route table at a page's path. In WordPress, the page may be at the top level, without its parent.
 */
export function knownPage({ path, page }: SnapshotPage, snapshot: Snapshot, builtIn: BuiltInContent) {
  const exact = builtIn.pages.get(path);
  if (exact) return exact;
  const usual = page.parent === 0 ? builtIn.paths.get(page.slug) : undefined;
  return usual === undefined || snapshot.pageAt(usual) ? undefined : builtIn.pages.get(usual);
}
