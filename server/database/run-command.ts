import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../config.ts';
import { loadEnvironment } from '../load-environment.ts';
import type { RowCounts } from './backup-format.ts';

interface Arguments {
  file: string;
  replace: boolean;
}

/**
 * Runs a command of the kind `npm run backup -- <file>`: prints what it gives, or says on stderr what to mend and
 * ends with 1.
 */
export async function runCommand(
  usage: string,
  command: (config: Config, given: Arguments) => Promise<string>,
): Promise<void> {
  try {
    const given = readArguments(usage);
    loadEnvironment();
    process.stdout.write(`${await command(readConfig(process.env), given)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** For people: how many of the rows that matter. */
export function countsInWords(rows: RowCounts): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${rows['leads'] ?? 0} leads, ${total} rows in all`;
}

function readArguments(usage: string): Arguments {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false } },
    allowPositionals: true,
    strict: false,
  });
  const [file, ...more] = positionals;
  const replaces = usage.includes('--replace');
  const strange = Object.keys(values).some((name) => name !== 'replace' || (values.replace && !replaces));
  if (!file || more.length > 0 || strange) throw new Error(`Usage: ${usage}`);
  return { file, replace: values.replace === true };
}
