import { parseArgs } from 'node:util';

interface Arguments {
  file: string;
  replace: boolean;
}

/** Parses the arguments of a backup or restore command. If they are invalid, throws an error that shows the usage. */
export function readBackupArguments(usage: string): Arguments {
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
