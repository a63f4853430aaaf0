import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { Block } from '../../../src/builder/block.ts';
import { posterOrigins } from '../../../src/contracts/embed-players.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import type { Config } from '../../platform/config/config.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { createPictureUrlResolver, fetchablePictureUrl } from '../../media/picture-url-resolver.ts';
import { loadBuiltInContent } from '../../content/built-in/load-built-in-content.ts';
import type { BuiltInContent } from '../../content/built-in/built-in-content.ts';
import { readSettingsWithConnection } from '../../content/connection/connected-settings.ts';
import { loadProjectBlocks } from '../../content/load-blocks.ts';
import { readWordPressOnce } from '../../content/mirror/read-wordpress-once.ts';
import { parseWordPressUrls } from '../../content/rest/wordpress-urls.ts';
import { createSnapshot } from '../../content/snapshot/snapshot.ts';
import { checkTextDifferences } from '../../content/doctor/check-text-differences.ts';
import { describeChecks } from '../../content/doctor/describe-checks.ts';
import { wpAdminUrl } from '../../content/doctor/doctor.ts';
import { runDoctor, type DoctorContent } from '../../content/doctor/run-doctor.ts';
import { checkSiteTexts } from '../../content/doctor/check-site-texts.ts';
import { AVATAR_ORIGIN } from '../../content/values/raw-comment.ts';
import { createCrm } from '../../crm/crm.ts';
import { DATABASE_FILE } from '../../database/engines/open-sqlite.ts';
import { openDatabase } from '../../database/open-database.ts';
import { checkCrmFields, createCrmFieldSetup } from '../../leads/manage/crm-fields.ts';
import { loadOrCreateSecretKeys } from '../../platform/security/secret-keys.ts';
import { readRedirectedPaths } from '../../pages/operator-redirect-cache.ts';
import { recordAudit } from '../audit-log.ts';
import { printCompatibilityReport } from './moving-in.ts';
import { createProgressDisplay } from './progress-display.ts';

const USAGE =
  'Usage: npm run doctor [-- --json] [-- --create-crm-fields]\n' +
  '       npm run doctor -- --moving-in [https://their-site] [--json]\n' +
  'Checks the connection to WordPress, all content, and the custom fields of the CRM. --create-crm-fields creates those that ' +
  'are missing. Exit status: 0 no check failed, 1 a check failed, 2 it could not run.\n' +
  '--moving-in reads the public content of any WordPress with its REST API, without the companion plugin, and says what this site ' +
  'would show otherwise. It changes nothing. Exit status: 0 everything was read, 2 it could not be read.';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'moving-in': { type: 'boolean' },
      json: { type: 'boolean' },
      'create-crm-fields': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else if (values['moving-in']) await printCompatibilityReport(positionals[0] ?? null, values.json ?? false);
  else if (positionals.length > 0) throw new Error(`Unknown argument: ${positionals.join(' ')}\n${USAGE}`);
  else await examine({ json: values.json ?? false, createFields: values['create-crm-fields'] ?? false });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function examine({ json, createFields }: { json: boolean; createFields: boolean }): Promise<void> {
  const { config } = await readSettingsWithConnection();
  const blocks = await loadProjectBlocks();
  const { content: builtIn } = await loadBuiltInContent(path.join(PROJECT_ROOT, 'fixtures'), blocks);
  const content = await readContent(config, builtIn);
  const checks = [
    ...(await runDoctor({ config, blocks, builtIn, content })),
    ...(await checkTexts(config, content, { blocks, builtIn })),
    ...(await checkCrm(config, createFields)),
  ];
  process.stdout.write(`${json ? JSON.stringify(checks, null, 2) : describeChecks(checks)}\n`);
  if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

/** The content of WordPress, and whether the site would serve the picture at a URL. */
interface CommandContent extends DoctorContent {
  serves: (url: string) => boolean;
}

/** Reads WordPress once, so that the command works without a running server and shows the current state. */
async function readContent(
  { wordpress, publicUrl, imageOrigins }: Config,
  builtIn: BuiltInContent,
): Promise<CommandContent> {
  const none = { snapshot: null, serves: () => false };
  if (!wordpress) return { ...none, readFault: null, notices: [] };
  try {
    const { contents, notices } = await readWordPressOnce({ config: wordpress });
    const homes = [parseWordPressUrls(wordpress.url).home, ...(publicUrl === null ? [] : [publicUrl])];
    const { home, url } = contents.entries('site').get('site')?.data ?? {};
    const source = createPictureUrlResolver({
      wordpress: homes[0] ?? null,
      homes: () => [home, url, publicUrl].filter((each) => typeof each === 'string'),
      origins: [...imageOrigins, ...posterOrigins, AVATAR_ORIGIN],
    });
    const serves = (url: string) => fetchablePictureUrl(url, source) !== null;
    const pictures = { address: ({ url }: { url: string }) => (serves(url) ? { src: url } : null) };
    const snapshot = createSnapshot({ contents, builtIn, homes, pictures });
    return { snapshot, readFault: null, notices, serves };
  } catch (error) {
    return {
      ...none,
      readFault: error instanceof Error ? error.message : String(error),
      notices: [],
    };
  }
}

/** Checks all texts for content that the site shows differently from WordPress. */
async function checkTexts(
  config: Config,
  { snapshot, serves }: CommandContent,
  content: { blocks: ReadonlyMap<string, Block>; builtIn: BuiltInContent },
): Promise<DoctorCheck[]> {
  if (!config.wordpress || !snapshot) return [];
  const progress = createProgressDisplay();
  const result = await checkSiteTexts({
    config,
    snapshot,
    ...content,
    serves,
    onProgress: (checked, total) => progress(`Checking: text ${checked} of ${total}`),
  });
  progress(null);
  const admin = wpAdminUrl(snapshot, config.wordpress);
  return [checkTextDifferences({ running: null, result }, admin, await readRedirects(config))];
}

/** Returns the paths that operators have redirected; none if the site has never run here. */
async function readRedirects(config: Config): Promise<ReadonlySet<string>> {
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, DATABASE_FILE))) return new Set();
  const database = await openDatabase(config, pino({ level: 'silent' }));
  try {
    return await readRedirectedPaths(database.query);
  } finally {
    await database.close();
  }
}

/** Checks the custom fields of the CRM, after creating the missing ones if asked to. */
async function checkCrm(config: Config, createFields: boolean): Promise<DoctorCheck[]> {
  if (!config.crm.token && !config.crm.oauth) return [];
  const log = pino({ level: 'silent' });
  const database = await openDatabase(config, log);
  const { query, now } = database;
  try {
    const crm = createCrm({ config, query, secrets: await loadOrCreateSecretKeys(config, log), log, now });
    const setup = createCrmFieldSetup(crm, config.crm.apiBase);
    const result = createFields ? await setup.create() : null;
    const fields = await setup.read();
    if (result && result.created.length > 0) {
      const detail = { keys: result.created };
      const action = 'crm-fields-created';
      await recordAudit(query, { operator: null, action, subject: fields.locationId, detail, now: now() });
    }
    await crm.stop();
    const check = checkCrmFields(fields);
    return [result?.problem ? { ...check, state: 'failed', fix: result.problem } : check];
  } finally {
    await database.close();
  }
}
