/**
 * Saves time that servers in tests would spend on compressing pages and on waiting for the disk. Must be loaded before
 * the server's modules. Vitest runs it again for each test file of a worker, so it replaces each function only once.
 */
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import zlib, { constants, type BrotliOptions, type InputType } from 'node:zlib';

type Done = (error: Error | null, compressed: Buffer) => void;

// The best quality takes more time than rendering a page. No test depends on the size of a page.
const compress = zlib.brotliCompress;
const quick = (data: InputType, options: BrotliOptions, done: Done): void =>
  compress(data, { params: { ...options.params, [constants.BROTLI_PARAM_QUALITY]: 1 } }, done);

if (compress.name !== quick.name) {
  Object.assign(zlib, { brotliCompress: quick });
  syncBuiltinESMExports();
}

// Only a power failure loses what SQLite has written without waiting for the disk. A killed process does not.
const database: { exec: (this: DatabaseSync, sql: string) => void } = DatabaseSync.prototype;
const { exec } = database;
if (exec.name !== 'quickExec') {
  database.exec = function quickExec(sql) {
    exec.call(this, sql.replace(/synchronous = (full|normal)/, 'synchronous = off'));
  };
}
