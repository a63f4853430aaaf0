import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { signIn } from '../server/sign-in.ts';
import { startFakeSite } from '../server/support/fake-site.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { startSite } from './support/start-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

const PASSWORD = 'wxyz 1234 abcd 5678';

it('WordPress is connected by a browser that comes back from there, which is another site', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-connect-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const wordpress = await startFakeSite();
  onTestFinished(() => wordpress.stop());
  // For the browser, this name is another site than the address of ours.
  const home = wordpress.url.replace('127.0.0.1', 'localhost');
  Object.assign(wordpress.root, {
    authentication: {
      'application-passwords': { endpoints: { authorization: `${home}/wp-admin/authorize-application.php` } },
    },
  });
  const capabilities = ['edit_posts', 'edit_pages', 'edit_others_pages', 'publish_pages'];
  wordpress.accounts = [
    { id: 12, username: 'anna', name: 'Anna Admin', password: PASSWORD, uuid: 'uuid-12', capabilities },
  ];
  wordpress.routes.set('/lintel/v1/connection', () => ({ json: { connected: true } }));
  const [browser, site] = await Promise.all([workerBrowser(), startSite({ DATA_DIR: folder })]);
  onTestFinished(() => site.stop());
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  const operator = await signIn({ url: site.url, database });
  await database.close();

  const screen = `${site.url}/admin/settings/wordpress`;
  const page = await openPage(browser, screen, { width: 1440, cookie: operator.cookie });
  onTestFinished(() => page.close());
  await page.route(`${home}/wp-admin/authorize-application.php**`, (route) => {
    const back = new URL(new URL(route.request().url()).searchParams.get('success_url') ?? '');
    const given = { site_url: wordpress.url, user_login: 'anna', password: PASSWORD };
    for (const [name, value] of Object.entries(given)) back.searchParams.set(name, value);
    const link = back.href.replaceAll('&', '&amp;');
    return route.fulfill({ contentType: 'text/html', body: `<a href="${link}">Yes, I approve</a>` });
  });
  await page.getByLabel('Address of your WordPress').fill(wordpress.url);
  await page.getByRole('button', { name: 'Connect WordPress' }).click();
  await page.getByRole('link', { name: 'Yes, I approve' }).click();
  await page.getByRole('button', { name: 'Move the content to WordPress' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/settings/wordpress');
  expect(page.url()).not.toContain('password');
  expect(faultsOf(page)).toEqual([]);
});
