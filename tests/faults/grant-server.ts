/**
 * Entry point of a server that only renews CRM grants, for a test that kills it. It is configured by environment
 * variables.
 */
import { pino } from 'pino';
import { readConfig } from '../../server/platform/config/config.ts';
import { loadOrCreateSecretKeys } from '../../server/platform/security/secret-keys.ts';
import { createCrmGrants } from '../../server/crm/oauth/crm-grants.ts';
import { openDatabase } from '../../server/database/open-database.ts';

const config = readConfig(process.env);
const { oauth, apiBase } = config.crm;
if (!oauth) throw new Error('GHL_CLIENT_ID and GHL_CLIENT_SECRET are not set.');
const log = pino({ level: 'silent' });
const database = await openDatabase(config, log);
const grants = createCrmGrants({
  config: { apiBase, oauth },
  query: database.query,
  secrets: await loadOrCreateSecretKeys(config, log),
  log,
  now: database.now,
  // Short, because the test waits for the lease of a killed server to expire.
  times: { answer: 1000, lease: 1500, look: 20 },
});
grants.start();
// Keeps the process alive. The grants' own timer does not.
setInterval(() => {}, 60_000);
process.stdout.write('ready\n');
