import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { RequestHandler } from 'express';
import type { SetCachingHeaders } from '../../platform/caching-headers.ts';
import { createStaticFileHandler } from './static-files.ts';

/** The folder in the data folder that keeps the files of each release, in one folder per release. */
const FOLDER = 'assets';
/**
 * Number of earlier releases whose files are served, because their pages may still be open in browsers or cached by a
 * CDN.
 */
const FORMER_RELEASES = 2;

/**
 * Creates handlers that serve the files under `assets/` of the last two other releases that ran with this data folder.
 * File names contain a hash, so two releases never have different files with the same name.
 */
export async function createPreviousReleaseHandlers(
  clientFolder: string,
  dataDir: string,
  setCaching: SetCachingHeaders,
): Promise<RequestHandler[]> {
  const own = await buildId(clientFolder);
  const kept = (await keptBuilds(dataDir)).filter((name) => name !== own).slice(0, FORMER_RELEASES);
  return kept.map((name) => createStaticFileHandler(path.join(dataDir, FOLDER, name), setCaching));
}

/**
 * Links or copies the files under `assets/` of this release into the data folder, so that later releases can serve
 * them. Removes the files of all but the last three releases.
 */
export async function keepReleaseAssets(clientFolder: string, dataDir: string): Promise<void> {
  const own = await buildId(clientFolder);
  const target = path.join(dataDir, FOLDER, own);
  const builds = await keptBuilds(dataDir);
  if (!builds.includes(own)) {
    const draft = `${target}.partial-${process.pid}`;
    await linkFiles(path.join(clientFolder, 'assets'), path.join(draft, 'assets'));
    await rename(draft, target).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      // Another server with this data folder was faster.
      if (!(await keptBuilds(dataDir)).includes(own)) throw error;
    });
  }
  // Makes this release the newest, also after a rollback, because the newest releases are kept.
  await utimes(target, new Date(), new Date());
  const older = builds.filter((name) => name !== own).slice(FORMER_RELEASES);
  await Promise.all(
    older.map((name) => rm(path.join(dataDir, FOLDER, name), { recursive: true, force: true })),
  );
}

/** Returns the names of the kept builds, the newest first. */
async function keptBuilds(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.includes('.'));
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (await stat(path.join(folder, name))).mtimeMs);
  return names.toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}

async function buildId(clientFolder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['manifest.json', 'operators.json']) {
    hash.update(await readFile(path.join(clientFolder, '.vite', name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Creates hard links to the files, which take no extra space. Copies them if the folders are on different disks. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    await link(source, target).catch(() => copyFile(source, target));
  }
}
