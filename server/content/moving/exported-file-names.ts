import { pageFileNameOfPath, type BuiltInContent } from '../built-in/built-in-content.ts';
import type { SnapshotPage } from '../built-in/snapshot-page.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Matches the slugs that files in `fixtures/` may have: lower-case words joined by hyphens. */
export const EXPORTABLE_SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Returns each page's file name by path, without extension: the name of the built-in page that it replaces, or its
 * slug, or its path if another file has that name. A page `home` below `buy` is in `buy--home.json`, because
 * `home.json` is the front page. Adds a note for each page that cannot be exported.
 */
export function exportedFileNames(
  snapshot: Snapshot,
  builtIn: BuiltInContent,
  notes: string[],
): ReadonlyMap<string, string> {
  const taken = new Set([...builtIn.pages.values()].map(({ name }) => name));
  const names = new Map<string, string>();
  const depth = ({ path }: SnapshotPage) => path.split('/').length;
  // Pages at the top level come first: their path is their slug, so they have no other name to use if it is taken.
  for (const found of [...snapshot.pages()].sort((one, other) => depth(one) - depth(other))) {
    const { path, page } = found;
    const known = builtInPageFor(found, snapshot, builtIn);
    if (known) {
      names.set(path, known.name);
      continue;
    }
    if (
      !path
        .slice(1)
        .split('/')
        .every((segment) => EXPORTABLE_SLUG_PATTERN.test(segment))
    ) {
      notes.push(
        `${path}: its address has other characters than a–z, 0–9 and “-”. Change its slug in WordPress.`,
      );
      continue;
    }
    const name = [page.slug, pageFileNameOfPath(path)].find((each) => !taken.has(each));
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
 * Returns the built-in page that a page replaces; undefined if there is none. It is the one at the same path. For a
 * page at the top level, it may also be the one with its slug below a parent, if the source has no page there.
 */
export function builtInPageFor({ path, page }: SnapshotPage, snapshot: Snapshot, builtIn: BuiltInContent) {
  const exact = builtIn.pages.get(path);
  if (exact) return exact;
  const usual = page.parent === 0 ? builtIn.paths.get(page.slug) : undefined;
  return usual === undefined || snapshot.pageAt(usual) ? undefined : builtIn.pages.get(usual);
}
