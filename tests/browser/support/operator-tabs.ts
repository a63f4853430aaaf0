import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { axeViolations, faultsOf, horizontalOverflow, recordFaults } from './page-checks.ts';

/** The browser context of one operator. Its tabs share the session. */
export interface OperatorTabs {
  /** Opens a tab at a path of the site or an absolute URL. */
  open(address: string): Promise<Page>;
  /** Performs an action in a tab and returns the pop-up that it opens. */
  popupOf(page: Page, act: () => Promise<void>): Promise<Page>;
  /** Closes all tabs except these. */
  closeOthers(...kept: readonly Page[]): Promise<void>;
  close(): Promise<void>;
}

export async function openOperatorTabs(browser: Browser, origin: string): Promise<OperatorTabs> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(CONDITION_LIMIT);
  return {
    async open(address) {
      const page = await context.newPage();
      await recordFaults(page);
      await page.goto(new URL(address, origin).href, { waitUntil: 'load' });
      return page;
    },
    async popupOf(page, act) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), act()]);
      await recordFaults(popup);
      return popup;
    },
    async closeOthers(...kept) {
      const others = context.pages().filter((page) => !kept.includes(page));
      await Promise.all(others.map((page) => page.close()));
    },
    close: () => context.close(),
  };
}

let pictures = 0;

/**
 * Expects no axe violations, no horizontal overflow on desktop and phone, and no faults except those that `refused`
 * matches. Saves screenshots if SCREENSHOTS names a folder.
 */
export async function expectSoundScreen(page: Page, name: string, refused = /^$/): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const wide = page.viewportSize();
  const folder = process.env['SCREENSHOTS'];
  pictures += 1;
  expect([name, await axeViolations(page)]).toEqual([name, []]);
  for (const width of [wide?.width ?? 1440, 360]) {
    await page.setViewportSize({ width, height: width < 600 ? 780 : 900 });
    expect([name, width, await horizontalOverflow(page)]).toEqual([name, width, []]);
    if (folder) {
      const file = `${String(pictures).padStart(2, '0')}-${name}-${width}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: true, animations: 'disabled' });
    }
  }
  if (wide) await page.setViewportSize(wide);
  expect([name, faultsOf(page).filter((fault) => !refused.test(fault))]).toEqual([name, []]);
}
