import type { DoctorCheck, DoctorFinding } from '../../../src/contracts/operators/doctor.ts';

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
    ...items.flatMap(describeItem),
  ]);
  const count = (state: DoctorCheck['state']) => checks.filter((check) => check.state === state).length;
  const sums = [`${count('failed')} failed`, `${count('warning')} warnings`, `${count('ok')} ok`];
  if (count('not checked') > 0) sums.push(`${count('not checked')} not checked`);
  return [...lines, '', `${sums.join(', ')}.`].join('\n');
}

function describeItem({ text, link, places = [], more }: DoctorFinding): string[] {
  return [
    `${INDENT}· ${text}`,
    ...(link === undefined ? [] : [`${INDENT}  ${link}`]),
    ...places.map(({ title, path, link: edit }) => `${INDENT}  - “${title}”, ${path}\n${INDENT}    ${edit}`),
    ...(more === undefined ? [] : [`${INDENT}  - and ${more} more`]),
  ];
}

const INDENT = ' '.repeat(9);
