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
  // Of all rules only the contrast can differ between the schemes.
  await inColors(page, 'dark');
  found.push(...(await axeViolations(page, ['color-contrast'])).map((violation) => `dark: ${violation}`));
  await inColors(page, 'light');
  found.push(...(await axeViolations(page)));
  return found;
}

/** Sets the color scheme a person prefers, and waits until every color has changed. */
export async function inColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve(!document.getAnimations().some((animation) => animation instanceof CSSTransition)),
          ),
        );
      }),
  );
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
