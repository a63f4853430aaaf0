import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';

const CLIENT = path.join(import.meta.dirname, '../../dist/client');
const names = z.array(z.string()).default([]);
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: names, dynamicImports: names }),
);
const VISITORS = [
  'src/entry-loader.ts',
  'src/entry-client.tsx',
  'src/entry-islands.tsx',
  'src/leads/resend-stored-leads.ts',
];
const OPERATORS = 'src/operator/entry-operator.ts';
/** Strings that only occur in operator code: an API path, and a header that only operators send. */
const WORDS = /\/api\/admin\/|X-CSRF-Token/;

let app: RunningApp;
let visitors: string[];
let operators: string[];

beforeAll(async () => {
  app = await runApp();
  const filesFrom = async (name: string, keys: readonly string[]) => {
    const manifest = manifestSchema.parse(
      JSON.parse(await readFile(path.join(CLIENT, '.vite', name), 'utf8')),
    );
    const found = new Set(keys);
    for (const key of found) {
      const { imports, dynamicImports } = manifest[key] ?? { imports: [], dynamicImports: [] };
      for (const next of [...imports, ...dynamicImports]) found.add(next);
    }
    return [...found].map((key) => manifest[key]?.file ?? `missing: ${key}`);
  };
  visitors = await filesFrom('manifest.json', VISITORS);
  // A file with the same name has the same content, such as a small module that both builds use.
  const shared = new Set(visitors);
  operators = (await filesFrom('operators.json', [OPERATORS])).filter((file) => !shared.has(file));
});
afterAll(() => app.stop());

const operatorsFilesIn = (text: string) => operators.filter((file) => text.includes(path.basename(file)));
const textOf = (file: string) => readFile(path.join(CLIENT, file), 'utf8');

/** Returns the paths of all pages in the sitemap and of some others. */
async function pagePaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(listed.length).toBeGreaterThan(15);
  return [
    ...listed,
    '/?layout=lead-capture',
    '/search?q=porch',
    '/lead-form-demo',
    '/wp/about',
    '/unsubscribe?t=none',
    '/not-there',
  ];
}

describe('the built site', () => {
  it('has separate scripts for operators, with which their screens start', async () => {
    expect(operators.length).toBeGreaterThan(10);
    const operator = await signIn(app);
    for (const screen of ['/sign-in', '/admin', '/admin/leads']) {
      const html = await (await operator.fetch(screen)).text();
      expect(operatorsFilesIn(html).length, screen).toBeGreaterThan(1);
    }
    const texts = await Promise.all(operators.map(textOf));
    expect(texts.some((text) => WORDS.test(text))).toBe(true);
  });

  it('references none of them in any visitor page', async () => {
    for (const page of await pagePaths()) {
      const html = await (await fetch(app.url + page)).text();
      expect(html, page).toContain('</html>');
      expect(operatorsFilesIn(html), page).toEqual([]);
    }
  });

  it('references none of them in visitor scripts, which contain no operator code', async () => {
    expect(visitors.length).toBeGreaterThan(20);
    for (const file of visitors) {
      const text = await textOf(file);
      expect(operatorsFilesIn(text), file).toEqual([]);
      expect(text, file).not.toMatch(WORDS);
    }
  });
});
