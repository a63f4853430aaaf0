import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import type { Config } from '../../platform/config/config.ts';
import { ROOT } from '../../platform/root.ts';
import { createPictureSource, pictureUrl } from '../../media/picture-source.ts';
import { loadBuiltInContent } from '../../content/built-in/load-built-in-content.ts';
import type { BuiltInContent } from '../../content/built-in/built-in-content.ts';
import { readSettingsWithConnection } from '../../content/connection/connected-settings.ts';
import { projectBlocks } from '../../content/load-blocks.ts';
import { readOnce } from '../../content/mirror/read-once.ts';
import { restRoot } from '../../content/rest/rest-root.ts';
import { createSnapshot } from '../../content/resolve/snapshot.ts';
import { describeChecks } from '../../content/doctor/describe-checks.ts';
import { runDoctor, type DoctorContent } from '../../content/doctor/run-doctor.ts';
import { createCrm } from '../../crm/crm.ts';
import { openDatabase } from '../../database/open-database.ts';
import { checkCrmFields, createCrmFieldSetup } from '../../leads/manage/crm-fields.ts';
import { readSecretKeys } from '../../platform/security/secret-keys.ts';
import { recordAudit } from '../audit-log.ts';

const USAGE =
  'Usage: npm run doctor [-- --json] [-- --create-crm-fields]\n' +
  'Checks the connection to WordPress, all content, and the custom fields of the CRM. --create-crm-fields creates those that ' +
  'are missing. Exit status: 0 no check failed, 1 a check failed, 2 it could not run.';

try {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      'create-crm-fields': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else await examine({ json: values.json ?? false, createFields: values['create-crm-fields'] ?? false });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function examine({ json, createFields }: { json: boolean; createFields: boolean }): Promise<void> {
  const { config } = await readSettingsWithConnection();
  const blocks = await projectBlocks();
  const { content: builtIn } = await loadBuiltInContent(path.join(ROOT, 'fixtures'), blocks);
  const checks = [
    ...(await runDoctor({ config, blocks, builtIn, content: await readContent(config, builtIn) })),
    ...(await checkCrm(config, createFields)),
  ];
  process.stdout.write(`${json ? JSON.stringify(checks, null, 2) : describeChecks(checks)}\n`);
  if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

/** Reads WordPress once, so that the command works without a running server and shows the current state. */
async function readContent(
  { wordpress, publicUrl, imageOrigins }: Config,
  builtIn: BuiltInContent,
): Promise<DoctorContent> {
  if (!wordpress) return { snapshot: null, readFault: null, notices: [] };
  try {
    const { contents, notices } = await readOnce({ config: wordpress });
    const homes = [restRoot(wordpress.url).home, ...(publicUrl === null ? [] : [publicUrl])];
    const { home, url } = contents.entries('site').get('site')?.data ?? {};
    const source = createPictureSource({
      wordpress: homes[0] ?? null,
      homes: () => [home, url, publicUrl].filter((each) => typeof each === 'string'),
      origins: imageOrigins,
    });
    const pictures = {
      address: ({ url }: { url: string }) => (pictureUrl(url, source) ? { src: url } : null),
    };
    return { snapshot: createSnapshot({ contents, builtIn, homes, pictures }), readFault: null, notices };
  } catch (error) {
    return {
      snapshot: null,
      readFault: error instanceof Error ? error.message : String(error),
      notices: [],
    };
  }
}

/** Checks the custom fields of the CRM, after creating the missing ones if asked to. */
async function checkCrm(config: Config, createFields: boolean): Promise<DoctorCheck[]> {
  if (!config.crm.token && !config.crm.oauth) return [];
  const log = pino({ level: 'silent' });
  const database = await openDatabase(config, log);
  const { query, now } = database;
  try {
    const crm = createCrm({ config, query, secrets: await readSecretKeys(config, log), log, now });
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
