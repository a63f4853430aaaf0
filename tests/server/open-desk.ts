import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { readConfig, type Config } from '../../server/config.ts';
import type { ContentGateway } from '../../server/content/gateway.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { createLeadDesk, type LeadDesk } from '../../server/leads/store/lead-desk.ts';

/** What a test may put in the place of what the desk would ask. */
export interface DeskOptions {
  crmReady?: () => boolean | Promise<boolean>;
  /** Called when deliveries were written. */
  wake?: () => void;
}

/** Settings with a data folder of their own, unless the environment names one. */
export async function testConfig(
  environment: Record<string, string>,
): Promise<{ config: Config; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-app-'));
  return {
    config: readConfig({ DATA_DIR: folder, ...environment }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Opens the configured database and a desk on it. */
export async function openDesk(
  config: Config,
  log: Logger,
  gateway: Pick<ContentGateway, 'frame'>,
  { crmReady = () => config.crm.token !== null, wake = () => {} }: DeskOptions = {},
): Promise<{ database: OpenDatabase; desk: LeadDesk; secrets: readonly string[] }> {
  const database = await openDatabase(config, log);
  const secret = 'A secret that only tests share, of some length.';
  const desk = createLeadDesk({ config, database, log, gateway, secret, crmReady, wake });
  return { database, desk, secrets: [secret] };
}
