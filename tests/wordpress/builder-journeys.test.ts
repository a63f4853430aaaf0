import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootWordPress, type RunningWordPress } from '../../wordpress/boot-wordpress.ts';
import { runApp, type RunningApp } from '../server/running-app.ts';
import { signIn } from '../server/sign-in.ts';
import { builderJourneys, journeySite, type JourneySite } from '../server/support/builder-journeys.ts';

/* The journeys that `tests/server/embedded-content.test.ts` makes without WordPress. */

let folder: string;
let wordpress: RunningWordPress;
let app: RunningApp;
let site: JourneySite;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-journeys-'));
  const empty = path.join(folder, 'no-fixtures');
  await mkdir(empty);
  wordpress = await bootWordPress({ port: 0, site: path.join(folder, 'site'), fixtures: empty, quiet: true });
  app = await runApp({
    WORDPRESS_API_URL: wordpress.url,
    WORDPRESS_USERNAME: wordpress.username,
    WORDPRESS_APP_PASSWORD: wordpress.appPassword,
  });
  site = journeySite(app, await signIn(app));
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(Object.entries(builderJourneys))('%s', async (_name, journey) => {
  await expect(journey(site)).resolves.toBeUndefined();
});
