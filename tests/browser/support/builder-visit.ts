import { rm } from 'node:fs/promises';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { acceptMedia } from '../../server/support/fake-media.ts';
import { startFakeSite, type FakeSite } from '../../server/support/fake-site.ts';
import { startOperatorSite, type OperatorSite } from './operator-test-site.ts';
import { faultsOf, openPage } from './page-checks.ts';
import { workerBrowser } from './worker-browser.ts';

type FakeMedia = ReturnType<typeof acceptMedia>;

/** The page builder of a site with a fake WordPress, as an editor opens it. */
export interface BuilderVisit {
  wordpress: FakeSite;
  site: OperatorSite;
  /** Opens a page, such as `/open-house`, in the builder, and waits until the canvas shows this section. */
  open: (path: string, section: string) => Promise<Page>;
  /** Shows the fields of a section, which is named as in the outline. */
  choose: (builder: Page, section: RegExp) => Promise<void>;
}

/**
 * Starts the site once for the tests of a file. `fill` adds the pages to the fake WordPress. Each test opens one page,
 * which is closed after it. A test fails if its page has errors in the console.
 */
export function visitBuilder(fill: (wordpress: FakeSite, media: FakeMedia) => void): () => BuilderVisit {
  let visit: BuilderVisit | undefined;
  let browser: Browser;
  let page: Page | undefined;
  beforeAll(async () => {
    const [launched, wordpress] = await Promise.all([workerBrowser(), startFakeSite()]);
    browser = launched;
    fill(wordpress, acceptMedia(wordpress));
    const site = await startOperatorSite(wordpress.env);
    visit = { wordpress, site, open: (path, section) => open(site, path, section), choose };
  });
  afterEach(async () => {
    const faults = page ? [...faultsOf(page)] : [];
    await page?.close();
    page = undefined;
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  afterAll(async () => {
    await visit?.site.site.stop();
    await visit?.wordpress.stop();
    if (visit) await rm(visit.site.folder, { recursive: true, force: true });
  });

  async function open({ site, operator }: OperatorSite, path: string, section: string): Promise<Page> {
    const { cookie } = operator;
    page = await openPage(browser, `${site.url}/admin/pages${path}`, {
      width: 1440,
      reducedMotion: true,
      cookie,
    });
    await canvasOf(page).locator(`[data-section="${section}"]`).waitFor();
    return page;
  }

  return () => {
    if (!visit) throw new Error('The site is not started yet.');
    return visit;
  };
}

/** Returns the frame of the canvas. */
export function canvasOf(builder: Page): FrameLocator {
  return builder.frameLocator('iframe').first();
}

async function choose(builder: Page, section: RegExp): Promise<void> {
  const list = builder.getByRole('list', { name: 'Sections of this page' });
  const back = builder.locator('button:text-is("All sections"):visible');
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await back.press('Enter');
  await list.getByRole('button', { name: section }).press('Enter');
  await back.waitFor();
}
