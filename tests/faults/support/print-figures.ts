/**
 * Prints measurements as a small table. Writes to stdout directly, because the reporter would intercept console output.
 */
export function printFigures(title: string, figures: Readonly<Record<string, string | number>>): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  const rows = Object.entries(figures).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  process.stdout.write(`\n${title}\n${rows.join('\n')}\n`);
}
