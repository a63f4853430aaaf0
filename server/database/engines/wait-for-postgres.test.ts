import { expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/logging/create-logger.ts';
import { waitForPostgres } from './wait-for-postgres.ts';

const url = 'postgres://ann:sesame@db.example.com/leads';
const coded = (code: string) => Object.assign(new Error('no'), { code });

function open(...answers: (Error | null)[]) {
  const lines: string[] = [];
  const connect = vi.fn(async () => {
    const answer = answers.shift() ?? null;
    if (answer) throw answer;
  });
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  return {
    connect,
    events: () => lines.map((line): unknown => JSON.parse(line).event),
    wait: (longest: number) => waitForPostgres({ url, log, connect, longest, every: 1 }),
  };
}

it('waits for a database that is starting, with one line in the log', async () => {
  const { connect, events, wait } = open(coded('ECONNREFUSED'), coded('ECONNREFUSED'), coded('57P03'));
  await wait(60_000);
  expect(connect).toHaveBeenCalledTimes(4);
  expect(events()).toEqual(['database-awaited', 'database-reached']);
});

it('does not wait for what only an operator can correct', async () => {
  const { connect, events, wait } = open(coded('28P01'));
  await expect(wait(60_000)).rejects.toThrow(
    'DATABASE_URL: PostgreSQL at db.example.com refuses the user ann',
  );
  expect(connect).toHaveBeenCalledOnce();
  expect(events()).toEqual([]);
});

it('gives up at the limit, with the cause and the fix', async () => {
  const { wait } = open(coded('ECONNREFUSED'));
  await expect(wait(0)).rejects.toThrow('nothing answers at db.example.com (ECONNREFUSED). Start PostgreSQL');
});
