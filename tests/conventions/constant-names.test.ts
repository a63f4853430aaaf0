import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');
const COVERED = ['server', 'src', 'blocks'];

/** A constant of a module whose value is a number, or an arithmetic expression of numbers and other constants. */
const NUMBER = /^(?:export )?const ([A-Z][A-Z\d_]*) = (?=[^;]*\d)[-\d_.*/+() A-Z]+;/gm;
/** Units, and the kinds of numbers that have none. */
const UNIT =
  /(^|_)(MS|PX|WIDTH|HEIGHT|PER_MINUTE|PER_PAGE|SHARE|RATIO|DENSITY|BEARING|OFFSET|VERSION|FORMAT|STATUS|CODE|KEY|ID)$/;
/** What is counted: tries, bytes, seconds, characters, redirects. */
const PLURAL = /[^S]S$/;
/** Words that do not say what they measure. */
const VAGUE =
  /(^|_)(KEPT|MOST|PATIENCE|SOON|LATER?|EVERY|LONGEST|LARGEST|TIMEOUT|PAUSE|WAIT|DELAY)$|^(MOST|LONGEST)_/;

const isNamedWell = (name: string) => (UNIT.test(name) || PLURAL.test(name)) && !VAGUE.test(name);

const numbersIn = (text: string) => [...text.matchAll(NUMBER)].flatMap(([, name]) => name ?? []);

it('numeric constants name their unit, or what they count', () => {
  const files = COVERED.flatMap((folder) =>
    readdirSync(path.join(PROJECT_FOLDER, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll(path.sep, '/')),
    ),
  ).filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file));
  const faults = files.flatMap((file) =>
    numbersIn(textOf(file))
      .filter((name) => !isNamedWell(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(faults, 'Name the unit: SESSION_TTL_MS, MAX_BODY_BYTES, MAX_TRIES.').toEqual([]);
});

it.each(['KEPT', 'MOST_BODY', 'PATIENCE', 'LONGEST_WAIT', 'TIMEOUT', 'SESSION_TTL', 'LARGEST'])(
  'finds %s',
  (name) => {
    expect(numbersIn(`export const ${name} = 24 * 60 * 60_000;\n`)).toEqual([name]);
    expect(isNamedWell(name)).toBe(false);
  },
);

it.each(['SESSION_TTL_MS', 'MAX_BODY_BYTES', 'TRIES', 'LOGO_WIDTH'])('accepts %s', (name) => {
  expect(isNamedWell(name)).toBe(true);
});

/** A file that is deleted and not yet committed is still listed. */
function textOf(file: string): string {
  try {
    return readFileSync(path.join(PROJECT_FOLDER, file), 'utf8');
  } catch {
    return '';
  }
}
