import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Replaces text that occurs once in a file. Throws if it does not. */
export async function replaceIn(copy: string, file: string, before: string, after: string): Promise<void> {
  const source = await readFile(path.join(copy, file), 'utf8');
  if (source.split(before).length !== 2) throw new Error(`${file} must contain ${before} once.`);
  await writeFile(
    path.join(copy, file),
    source.replace(before, () => after),
  );
}

/** Inserts text before the last line of a file that equals `line`. Throws if there is none. */
export async function insertBefore(copy: string, file: string, line: string, text: string): Promise<void> {
  const source = await readFile(path.join(copy, file), 'utf8');
  const at = source.lastIndexOf(`\n${line}\n`);
  if (at < 0) throw new Error(`${file} has no line "${line}".`);
  await writeFile(path.join(copy, file), `${source.slice(0, at + 1)}${text}${source.slice(at + 1)}`);
}
