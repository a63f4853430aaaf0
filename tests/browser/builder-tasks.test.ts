import { rm } from 'node:fs/promises';
import type { BrowserContext } from 'playwright-core';
import { describe } from 'vitest';
import { journeySite } from '../server/support/builder-journeys.ts';
import { testBuilderTasks, whenReady, type Acts } from './support/builder-tasks.ts';
import { startOperatorSite } from './support/operator-test-site.ts';

/* The tasks on a site of its own content. `tests/wordpress/builder-tasks.test.ts` has them on WordPress. */
describe('with a pointer', () => {
  testBuilderTasks(start);
});
describe('with the keyboard alone', () => {
  testBuilderTasks(start, { keyboardOnly: true });
});

async function start() {
  const { site, operator, folder } = await startOperatorSite({});
  const { url } = site;
  const { create, open, save } = journeySite(site, operator);
  return {
    site: {
      url,
      async signIn(context: BrowserContext) {
        const [name = '', ...value] = operator.cookie.split('=');
        await context.addCookies([{ name, value: value.join('='), url }]);
      },
      async createPages(titles: readonly string[]) {
        for (const title of titles) {
          const { at } = await create({ title, slug: title.toLowerCase() });
          const layout = [{ block: 'prose', key: 'text' }];
          await save(await open(at), { layout, values: { text_title: `About ${title}` } });
        }
      },
      async changePhone(acts: Acts, phone: string) {
        await acts.goto(`${url}/admin/pages/about`);
        await whenReady(acts);
        const opening = acts.context.waitForEvent('page');
        const details = acts.canvas.getByRole('link', { name: 'Edit name and contact details' }).first();
        if (acts.keyboardOnly) await acts.click(details);
        else await acts.clickOnCanvas(acts.canvas.locator('footer a[href^="tel:"]'));
        const tab = await opening;
        await acts.use(tab);
        await acts.typeOver(tab.getByLabel(/^Phone/).first(), phone);
        await acts.click(tab.getByRole('button', { name: /^Save/ }));
      },
    },
    async stop() {
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
