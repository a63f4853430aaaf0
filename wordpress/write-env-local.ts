import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Sets `values` in a file of `NAME=value` lines, each in its own line's place or at the end. Every other line stays as
 * it is.
 */
export function writeEnvLocal(file: string, values: Record<string, string>): void {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/, '').split('\n') : [];
  for (const [name, value] of Object.entries(values)) {
    // Application passwords have spaces, so values are quoted.
    const line = `${name}="${value}"`;
    const at = lines.findIndex((existing) => existing.trimStart().startsWith(`${name}=`));
    if (at === -1) lines.push(line);
    else lines[at] = line;
  }
  writeFileSync(file, `${lines.join('\n').replace(/^\n/, '')}\n`, { mode: 0o600 });
}
