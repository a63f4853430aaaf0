/**
 * A server that only opens its database, for a test that kills it: prints `ready`, waits for a line, opens the database
 * in DATA_DIR, and prints how many statements that took. With KILL_AT, it kills itself instead of running the statement
 * with that number.
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
