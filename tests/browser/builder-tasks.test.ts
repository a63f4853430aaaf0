import { rm } from 'node:fs/promises';
import { journeySite } from '../server/support/builder-journeys.ts';
import { testBuilderTasks, whenReady } from './support/builder-tasks.ts';
import { startOperatorSite } from './support/operator-test-site.ts';

/* The tasks on a site of its own content. `tests/wordpress/builder-tasks.test.ts` has them on WordPress. */
testBuilderTasks(async () => {
  const { site, operator, folder } = await startOperatorSite({});
  const { url } = site;
  const { create, open, save } = journeySite(site, operator);
  return {
    site: {
      url,
      async signIn(context) {
        const [name = '', ...value] = operator.cookie.split('=');
        await context.addCookies([{ name, value: value.join('='), url }]);
      },
      async createPages(titles) {
        for (const title of titles) {
          const { at } = await create({ title, slug: title.toLowerCase() });
          const layout = [{ block: 'prose', key: 'text' }];
          await save(await open(at), { layout, values: { text_title: `About ${title}` } });
        }
      },
      async changePhone(acts, phone) {
        await acts.goto(`${url}/admin/pages/about`);
        await whenReady(acts);
        const opening = acts.context.waitForEvent('page');
        await acts.clickOnCanvas(acts.canvas.locator('footer a[href^="tel:"]'));
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
});
