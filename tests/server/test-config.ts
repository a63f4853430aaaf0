import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '../../server/platform/config/config.ts';

/** Reads settings from an environment, with a temporary data folder by default. `remove` deletes that folder. */
export async function testConfig(
  environment: Record<string, string>,
): Promise<{ config: Config; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-app-'));
  return {
    config: readConfig({
      DATA_DIR: folder,
      SECRET_KEY: 'A secret that only tests share, of some length.',
      ...environment,
    }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
