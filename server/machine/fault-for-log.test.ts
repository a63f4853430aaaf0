import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { openLog } from './open-log.ts';

/** What the log has of an error. */
function logged(err: unknown): { err: Record<string, unknown>; text: string } {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  openLog('info', to).error({ event: 'failed', err });
  const text = lines.join('');
  return { err: JSON.parse(text).err, text };
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

it('tells kind, words, code, place, and the cause', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { err } = logged(new TypeError('fetch failed', { cause }));
  expect(err).toMatchObject({
    type: 'TypeError',
    message: 'fetch failed',
    stack: expect.stringMatching(/^ {4}at .*fault-for-log\.test\.ts/),
    cause: { type: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
  });
});

it('keeps a row’s values back, whichever database names them', () => {
  const postgres = Object.assign(new Error('invalid input syntax for type bigint: "ann@example.com"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Failing row contains (ann@example.com).',
  });
  expect(logged(postgres)).toMatchObject({
    err: { code: '22P02' },
    text: expect.not.stringContaining('ann@example.com'),
  });
  const database = new DatabaseSync(':memory:');
  const sqlite = thrownBy(() => database.exec("select json('ann@example.com')"));
  expect(logged(sqlite)).toMatchObject({ err: { code: 'SQLITE_1' } });
  database.close();
});

it('keeps back what could not be parsed, and what hangs on an error', () => {
  const parsing = thrownBy(() => JSON.parse('ann@example.com'));
  expect(String(parsing)).toContain('ann@exampl');
  expect(logged(new Error('It cannot be read.', { cause: parsing })).text).not.toContain('ann@exampl');
  const carrying = Object.assign(new Error('Refused.'), { body: 'ann@example.com' });
  expect(logged(carrying).text).not.toContain('ann@example.com');
});

it('takes what is no error', () => {
  expect(logged('ann@example.com').err).toEqual({ type: 'string' });
});
