import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Sets `values` in a file of `NAME=value` lines: replaces existing lines and appends new ones. All other lines stay
 * unchanged.
 */
export function writeEnvLocal(file: string, values: Record<string, string>): void {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/, '').split('\n') : [];
  for (const [name, value] of Object.entries(values)) {
    // Application passwords contain spaces, so values are quoted.
    const line = `${name}="${value}"`;
    const at = lines.findIndex((existing) => existing.trimStart().startsWith(`${name}=`));
    if (at === -1) lines.push(line);
    else lines[at] = line;
  }
  writeFileSync(file, `${lines.join('\n').replace(/^\n/, '')}\n`, { mode: 0o600 });
}
