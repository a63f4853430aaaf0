import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sectionsFilePath } from '../../wordpress/folders.ts';
import { runApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app?.stop());

test('the site sends the plugin the same sections as the packed file, and a 304 if the plugin already has them', async () => {
  const address = `${app.url}/api/content/sections`;
  const first = await fetch(address);
  expect(first.status).toBe(200);
  expect(await first.json()).toEqual(JSON.parse(readFileSync(sectionsFilePath, 'utf8')));
  const tag = first.headers.get('etag') ?? '';
  const again = await fetch(address, { headers: { 'if-none-match': tag } });
  expect(again.status).toBe(304);
});
