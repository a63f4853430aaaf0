import { expect, it } from 'vitest';
import { createLogger } from './create-logger.ts';

function linesOf(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => void lines.push(line) }));
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

it('a line contains an event and its details', () => {
  const lines = linesOf((log) => {
    log.info({ event: 'lead-stored', leadId: 'x' });
    log.warn({ event: 'content-fault' }, 'A title is missing.');
    log.debug({ event: 'not-told' });
  });
  expect(lines).toMatchObject([
    { level: 30, event: 'lead-stored', leadId: 'x' },
    { level: 40, event: 'content-fault', msg: 'A title is missing.' },
  ]);
});

it('an error is logged without personal data, however it is passed to the log', () => {
  const error = new Error('No "Annabella" at ann@example.com', { cause: new Error('"Annabella"') });
  const lines = linesOf((log) => {
    log.error({ event: 'failed', err: error });
    log.error(error);
    log.child({ part: 'x' }).error({ err: error }, 'It failed.');
    log.error({ event: 'failed', err: 'no error' });
  });
  const said = 'No "…" at [e-mail]';
  expect(lines).toMatchObject([
    { event: 'failed', msg: said, err: { message: said, cause: { message: '"…"' } } },
    { msg: said, err: { message: said } },
    { part: 'x', msg: 'It failed.', err: { message: said } },
    { event: 'failed', err: 'no error' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/annabella|ann@/i);
});
