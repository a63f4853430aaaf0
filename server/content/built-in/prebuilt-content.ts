import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltInFiles } from './built-in-content.ts';
import { SANITISER_VERSION } from '../html/allowed-html.ts';

/** The built-in content as the build wrote it: checked and with sanitized HTML, so that startup does not need jsdom. */
export interface PrebuiltContent {
  files: BuiltInFiles;
  /** Sanitized HTML by the key of its source (`htmlKey`). */
  html: ReadonlyMap<string, string>;
}

const FILE = 'dist/built-in-content.json';

/** Reads the build output; null if there is none or it is from another version of the sanitizer. */
export async function readPrebuiltContent(root: string): Promise<PrebuiltContent | null> {
  const text = await readFile(path.join(root, FILE), 'utf8').catch(() => null);
  if (text === null) return null;
  // Not validated again, because the build validated it before `writePrebuiltContent` wrote it.
  const { version, files, html }: Written = JSON.parse(text);
  return version === SANITISER_VERSION ? { files, html: new Map(Object.entries(html)) } : null;
}

/** Writes the file that `readPrebuiltContent` reads. */
export async function writePrebuiltContent(root: string, { files, html }: PrebuiltContent): Promise<void> {
  const written: Written = { version: SANITISER_VERSION, files, html: Object.fromEntries(html) };
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await writeFile(path.join(root, FILE), JSON.stringify(written));
}

interface Written {
  version: number;
  files: BuiltInFiles;
  html: Record<string, string>;
}
