import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the name of the variable that names the file of a secret setting. */
export const fileSetting = (name: string) => `${name}_FILE`;

/**
 * Returns the environment with the secret settings that it names files for, as containers and systemd provide them. Spaces
 * and line ends around the value are removed. A file that cannot be read is a fault; so is a setting that is given twice.
 */
export function readSecretFiles(
  given: Environment,
  names: readonly string[],
): { environment: Environment; faults: string[] } {
  const environment = { ...given };
  const faults: string[] = [];
  for (const name of names) {
    const setting = fileSetting(name);
    const file = given[setting]?.trim();
    if (!file) continue;
    if (given[name]?.trim()) {
      faults.push(`${name} and ${setting} are both set. Remove one of them.`);
      continue;
    }
    try {
      const value = readFileSync(file, 'utf8').trim();
      if (value === '') faults.push(`${setting}: ${file} is empty. Write the value of ${name} into it.`);
      environment[name] = value;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
      faults.push(`${setting}: ${file} cannot be read (${code}). Correct the path or its permissions.`);
    }
  }
  return { environment, faults };
}
