/**
 * A server that only opens its database, for a test that kills it. It prints `ready`, waits for a line on stdin, opens
 * the database in DATA_DIR, and prints the number of statements. If KILL_AT is set, it kills itself before the
 * statement with that number.
 */
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { openDatabase } from '../../server/database/open-database.ts';

const killAt = Number(process.env['KILL_AT'] ?? Infinity);
const prepare = Reflect.get(DatabaseSync.prototype, 'prepare');
let statements = 0;
DatabaseSync.prototype.prepare = function (sql) {
  statements += 1;
  if (statements === killAt) process.kill(process.pid, 'SIGKILL');
  return prepare.call(this, sql);
};

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const dataDir = process.env['DATA_DIR'];
if (!dataDir) throw new Error('DATA_DIR is not set.');
const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
process.stdout.write(`${statements}\n`);
await database.close();
process.stdin.destroy();
