import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

/** Reads built-in files of one folder and notes what is wrong with them. */
export interface FixtureReader {
  /** One file, checked; null when it is absent or at fault. */
  file<T>(name: string, schema: z.ZodType<T>, presence: 'needed' | 'optional'): Promise<T | null>;
  /** Every `.json` of a folder, checked, by file name without its ending, in order. */
  folder<T>(name: string, schema: z.ZodType<T>): Promise<Map<string, T>>;
  faults: string[];
}

/** A reader for the files under `directory`. It never throws: ask `faults` at the end. */
export function fixtureReader(directory: string): FixtureReader {
  const faults: string[] = [];

  async function file<T>(name: string, schema: z.ZodType<T>, presence: 'needed' | 'optional') {
    const place = path.join(directory, name);
    if (!existsSync(place)) {
      if (presence === 'needed') faults.push(`fixtures/${name} is missing.`);
      return null;
    }
    let json: unknown;
    try {
      json = JSON.parse(await readFile(place, 'utf8'));
    } catch (error) {
      faults.push(`fixtures/${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      faults.push(
        `fixtures/${name}: ${issue.path.length > 0 ? `${issue.path.join('.')} ` : ''}${issue.message}`,
      );
    }
    return null;
  }

  async function folder<T>(name: string, schema: z.ZodType<T>) {
    const found = new Map<string, T>();
    const place = path.join(directory, name);
    const names = existsSync(place) ? await readdir(place) : [];
    for (const entry of names.filter((each) => each.endsWith('.json')).sort()) {
      const value = await file(`${name}/${entry}`, schema, 'needed');
      if (value !== null) found.set(entry.slice(0, -'.json'.length), value);
    }
    return found;
  }

  return { file, folder, faults };
}
