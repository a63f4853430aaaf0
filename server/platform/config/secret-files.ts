import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the name of the variable that contains the path of a secret setting's file, such as `SMTP_URL_FILE`. */
export const fileSettingName = (name: string) => `${name}_FILE`;

/**
 * Returns the environment with secret settings from files, as containers and systemd provide them: `<name>_FILE`
 * contains the path. Trims the values. A file that is not readable or is empty is a fault; so is a setting that is
 * given twice.
 */
export function readSecretFiles(
  given: Environment,
  names: readonly string[],
): { environment: Environment; faults: string[] } {
  const environment = { ...given };
  const faults: string[] = [];
  for (const name of names) {
    const setting = fileSettingName(name);
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
