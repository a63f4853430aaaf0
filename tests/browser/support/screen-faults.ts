import type { Page } from 'playwright-core';
import { axeViolations, horizontalOverflow } from './page-checks.ts';

/** WCAG 2.2, success criterion 2.5.8, in CSS pixels. */
const SMALLEST_TARGET = 24;

/** Waits until nothing of an operators' screen is on its way any more. */
export async function untilSettled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role="status"]')].every((said) => !said.textContent.endsWith('…')),
  );
}

/** What is wrong with an operators' screen as it stands, in both color schemes; empty where all is well. */
export async function screenFaults(page: Page): Promise<string[]> {
  const found = [...(await horizontalOverflow(page)), ...(await smallTargets(page))];
  const titles = await page.locator('h1').count();
  if (titles !== 1) found.push(`${titles} h1`);
  if (!/^\S.* \| \S/.test(await page.title())) found.push(`its title is "${await page.title()}"`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeViolations(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** The controls that a finger would miss; links within a sentence are as high as its lines. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const found: string[] = [];
    const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"]';
    for (const control of document.body.querySelectorAll<HTMLElement>(controls)) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const style = getComputedStyle(control);
      const around = control.parentElement?.textContent.trim() ?? '';
      const inSentence = style.display === 'inline' && around !== control.textContent.trim();
      if (inSentence || style.position === 'absolute') continue;
      // A label around it is part of the target.
      const target = control.closest('label') ?? control;
      const { width, height } = target.getBoundingClientRect();
      if (width < smallest || height < smallest) {
        const name = control.getAttribute('aria-label') ?? control.textContent.trim();
        found.push(`${control.localName} "${name}" is ${Math.round(width)} × ${Math.round(height)} px`);
      }
    }
    return found;
  }, SMALLEST_TARGET);
}
