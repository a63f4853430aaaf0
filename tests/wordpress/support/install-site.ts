import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bootWordPress } from '../../../wordpress/boot-wordpress.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of an installed WordPress with the built-in content. It is not running; copy it before use. */
    installedSite: string;
  }
}

const BUILD = join(import.meta.dirname, '../../../dist/server/entry-server.js');

/** Installs WordPress once per run. Each test file copies the folder, which takes two seconds instead of ten. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(BUILD)) throw new Error('The pages are rendered by the build. Run: npm run build');
  const site = await mkdtemp(join(tmpdir(), 'lintel-wordpress-installed-'));
  const remove = () => rm(site, { recursive: true, force: true });
  try {
    const wordpress = await bootWordPress({ port: 0, site, quiet: true });
    await wordpress.stop();
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('installedSite', site);
  return remove;
}
