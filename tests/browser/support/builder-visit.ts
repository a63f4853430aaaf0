import { rm } from 'node:fs/promises';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { acceptMedia } from '../../server/support/fake-media.ts';
import { startFakeSite, type FakeSite } from '../../server/support/fake-site.ts';
import { startOperatorSite, type OperatorSite } from './operator-test-site.ts';
import { faultsOf, openPage } from './page-checks.ts';
import { workerBrowser } from './worker-browser.ts';

type PageOptions = Partial<Parameters<typeof openPage>[2]>;

async function startVisit() {
  const [browser, wordpress] = await Promise.all([workerBrowser(), startFakeSite()]);
  return { browser, wordpress, media: acceptMedia(wordpress) };
}

/** A site with a fake WordPress, and an editor who is signed in. */
export interface BuilderVisit {
  readonly wordpress: FakeSite;
  readonly media: ReturnType<typeof acceptMedia>;
  readonly site: OperatorSite;
  /** Opens a screen, such as `/admin/pages`. */
  openScreen: (path: string, options?: PageOptions) => Promise<Page>;
  /** Opens the page with this slug in the builder, and waits until the canvas shows its first heading. */
  open: (slug: string, options?: PageOptions) => Promise<Page>;
  /** Closes the page of the test, and expects that it had only these faults, which the test caused. */
  closeAfter: (meant: readonly RegExp[]) => Promise<void>;
}

/**
 * Starts the site once for the tests of a file. `fill` adds the pages to the fake WordPress. Each test opens one page,
 * which is closed after it. A test fails if the console of its page has errors.
 */
export function visitBuilder(
  fill: (wordpress: FakeSite, media: BuilderVisit['media']) => void,
): BuilderVisit {
  let started: Awaited<ReturnType<typeof startVisit>> | undefined;
  let site: OperatorSite | undefined;
  let page: Page | undefined;
  const running = () => {
    if (!started || !site) throw new Error('The site is not running.');
    return { ...started, site };
  };
  beforeAll(async () => {
    started = await startVisit();
    fill(started.wordpress, started.media);
    site = await startOperatorSite(started.wordpress.env);
  });
  afterEach(() => visit.closeAfter([]));
  afterAll(async () => {
    await site?.site.stop();
    await started?.wordpress.stop();
    if (site) await rm(site.folder, { recursive: true, force: true });
  });
  const visit: BuilderVisit = {
    get wordpress() {
      return running().wordpress;
    },
    get media() {
      return running().media;
    },
    get site() {
      return running().site;
    },
    async openScreen(path, options) {
      const { browser, site: opened } = running();
      const { cookie } = opened.operator;
      page = await openPage(browser, opened.site.url + path, {
        width: 1440,
        reducedMotion: true,
        cookie,
        ...options,
      });
      return page;
    },
    async open(slug, options) {
      const builder = await visit.openScreen(`/admin/pages/${slug}`, options);
      await canvasOf(builder).locator('[data-section] :is(h1, h2)').first().waitFor();
      return builder;
    },
    async closeAfter(meant) {
      const faults = page ? faultsOf(page).filter((fault) => !meant.some((each) => each.test(fault))) : [];
      const closing = page;
      page = undefined;
      await closing?.close();
      expect(faults).toEqual([]);
    },
  };
  return visit;
}

/** Returns the frame of the canvas. */
export function canvasOf(builder: Page): FrameLocator {
  return builder.frameLocator('iframe').first();
}

/** Returns the keys of the sections on the canvas, in their order. */
export function sectionsOf(builder: Page): Promise<(string | null)[]> {
  return canvasOf(builder)
    .locator('[data-section]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-section')));
}

/** Shows the fields of a section, which is named as in the outline. */
export async function chooseSection(builder: Page, section: RegExp): Promise<void> {
  const list = builder.getByRole('list', { name: 'Sections of this page' });
  const back = builder.locator('button:text-is("All sections"):visible');
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await back.press('Enter');
  await list.getByRole('button', { name: section }).press('Enter');
  await back.waitFor();
}
