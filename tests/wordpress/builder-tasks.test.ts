import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { testBuilderTasks } from '../browser/support/builder-tasks.ts';
import { startSite } from '../browser/support/start-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { sendSignIn } from './support/browser-editor.ts';
import { connectSite, SETTINGS_SCREEN } from './support/connect-site.ts';
import { startWordPress } from './support/start-wordpress.ts';

/* The tasks of `tests/browser/builder-tasks.test.ts` on WordPress, with an administrator's account. */

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const AGENT = {
  name: 'Robin O’Neill',
  licence: 'S12345000',
  licensedIn: 'Iowa',
  email: 'robin@oneill.example',
  phone: '(515) 555-0177',
};

testBuilderTasks(async () => {
  const wordpress = await startWordPress();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-builder-tasks-'));
  const site = await startSite({ ...wordpress.env, DATA_DIR: dataDir, WORDPRESS_WEBHOOK_SECRET: SECRET });
  await connectSite(wordpress, site.url, SECRET);
  const { url } = site;
  return {
    site: {
      url,
      async signIn(context) {
        const page = await context.newPage();
        await page.goto(`${wordpress.url}/wp-login.php`);
        await sendSignIn(page, wordpress.adminAccount);
        await page.waitForURL(/wp-admin/);
        await page.goto(`${url}/sign-in?to=%2Fadmin%2Fpages`);
        await page.getByRole('button', { name: 'Sign in with WordPress' }).click();
        await page.waitForURL(/authorize-application\.php/);
        await page.getByRole('button', { name: /^Yes, I approve/ }).click();
        await page.waitForURL(`${url}/admin/pages`);
        await page.close();
      },
      async createPages(titles) {
        for (const title of titles) {
          await wordpress.editor.post('/wp/v2/pages', {
            title,
            slug: title.toLowerCase(),
            status: 'publish',
            acf: {
              page_layout: JSON.stringify([{ block: 'prose', key: 'text' }]),
              text_title: `About ${title}`,
            },
          });
          await vi.waitFor(async () => {
            const { status } = await fetch(`${url}/${title.toLowerCase()}`);
            if (status !== 200) throw new Error(`The site does not have the page yet: ${status}`);
          }, CONDITION_LIMIT);
        }
      },
      async changePhone(acts, phone) {
        await acts.goto(`${wordpress.url}${SETTINGS_SCREEN}&tab=identity`);
        const form = acts.page.locator('#lintel-settings');
        // The agent's details were given before.
        for (const [field, text] of Object.entries(AGENT))
          await form.locator(`[name="lintel[agent][${field}]"]`).fill(text);
        await acts.page.locator('#submit').click();
        await acts.page.getByText('Settings saved.').waitFor();
        await acts.typeOver(form.locator('[name="lintel[agent][phone]"]'), phone);
        await acts.click(acts.page.locator('#submit'));
      },
    },
    async stop() {
      await wordpress.remove();
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});
