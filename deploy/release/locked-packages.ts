import { z } from 'zod';

const names = z.record(z.string(), z.string()).optional();
/** A list of names. npm may write a list of one name as a string. */
const oneOrMore = z.union([z.string().transform((one) => [one]), z.string().array()]).optional();
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      os: oneOrMore,
      cpu: oneOrMore,
      libc: oneOrMore,
    }),
  ),
});
type LockedPackage = z.output<typeof lockSchema>['packages'][string];

/** The operating system and processor that a release is for, as npm names them. Releases for Linux need glibc. */
export interface Platform {
  os: string;
  cpu: string;
}

/** A package in `node_modules` of a release. */
export interface ReleasePackage {
  name: string;
  version: string;
  /**
   * The folder of the package in the project and in the release, such as `node_modules/parse5/node_modules/entities`.
   */
  folder: string;
  /** The hash of the archive in npm's registry, from package-lock.json. */
  integrity: string;
}

/**
 * Returns the wanted packages with all their dependencies, except peer dependencies, as npm would install them on a
 * platform. `lock` is the parsed package-lock.json. Throws an `Error` if a package is not in it.
 */
export function lockedPackages(
  lock: unknown,
  wanted: readonly string[],
  platform: Platform,
): ReleasePackage[] {
  const { packages } = lockSchema.parse(lock);
  const found = new Map<string, ReleasePackage>();
  const queue = wanted.map((name) => ({ name, from: '' }));
  for (const { name, from } of queue) {
    const folder = folderOf(packages, name, from);
    const entry = folder === undefined ? undefined : packages[folder];
    if (folder === undefined || entry?.version === undefined || entry.integrity === undefined) {
      throw new Error(`package-lock.json has no ${name}. Run “npm install”.`);
    }
    // Leaves out packages for other platforms. The release still works, because only optional packages are restricted to
    // platforms.
    if (found.has(folder) || !fits(entry, platform)) continue;
    found.set(folder, { name, version: entry.version, folder, integrity: entry.integrity });
    const needed = { ...entry.dependencies, ...entry.optionalDependencies };
    queue.push(...Object.keys(needed).map((each) => ({ name: each, from: folder })));
  }
  return [...found.values()].toSorted((one, other) => one.folder.localeCompare(other.folder, 'en'));
}

/** Finds a package as Node does: first in the `node_modules` of the dependent package, then in those further up. */
function folderOf(packages: Record<string, LockedPackage>, name: string, from: string): string | undefined {
  const parents = from === '' ? [] : from.split('/node_modules/');
  for (let depth = parents.length; depth >= 0; depth -= 1) {
    const folder = [...parents.slice(0, depth), name].join('/node_modules/');
    const inside = depth === 0 ? `node_modules/${name}` : folder;
    if (packages[inside]) return inside;
  }
  return undefined;
}

function fits({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  const isOneOf = (allowed: string[] | undefined, value: string) =>
    allowed === undefined ||
    allowed.includes(value) ||
    (allowed.every((each) => each.startsWith('!')) && !allowed.includes(`!${value}`));
  return isOneOf(os, platform.os) && isOneOf(cpu, platform.cpu) && isOneOf(libc, 'glibc');
}
