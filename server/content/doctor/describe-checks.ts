import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';

const MARKS: Record<DoctorCheck['state'], string> = {
  ok: 'ok     ',
  warning: 'WARNING',
  failed: 'FAILED ',
  'not checked': '-      ',
};

/** Returns the checks as text for a terminal, ending with a line that counts them. */
export function describeChecks(checks: readonly DoctorCheck[]): string {
  const lines = checks.flatMap(({ state, label, detail, fix, items = [] }) => [
    `${MARKS[state]}  ${label}: ${detail}`,
    ...(fix === undefined || state === 'ok' ? [] : [`${INDENT}Fix: ${fix}`]),
    ...items.map(({ text, link }) => `${INDENT}· ${text}${link === undefined ? '' : `\n${INDENT}  ${link}`}`),
  ]);
  const count = (state: DoctorCheck['state']) => checks.filter((check) => check.state === state).length;
  const sums = [`${count('failed')} failed`, `${count('warning')} warnings`, `${count('ok')} ok`];
  if (count('not checked') > 0) sums.push(`${count('not checked')} not checked`);
  return [...lines, '', `${sums.join(', ')}.`].join('\n');
}

const INDENT = ' '.repeat(9);
