import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations, horizontalOverflow } from './page-checks.ts';

/** Minimum target size in CSS pixels (WCAG 2.2, success criterion 2.5.8). */
const SMALLEST_TARGET = 24;

/** Waits until an operator screen has finished loading. */
export async function untilSettled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role="status"]')].every((said) => !said.textContent.endsWith('…')),
  );
}

/**
 * Lists the faults of an operator screen that depend on its width, and faults in its titles. Cheap, because it does
 * not run axe.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const found = [...(await horizontalOverflow(page)), ...(await smallTargets(page))];
  const titles = await page.locator('h1').count();
  if (titles !== 1) found.push(`${titles} h1`);
  if (!/^\S.* \| \S/.test(await page.title())) found.push(`its title is "${await page.title()}"`);
  return found;
}

interface ScreenCheck {
  /** Whether to check the contrast in the dark color scheme, too. */
  dark?: boolean;
  /** Limits axe to the element with this CSS selector, such as a dialog in front of a screen. */
  within?: string | undefined;
}

/** Lists the faults of an operator screen in its current state. */
export async function screenFaults(page: Page, { dark = true, within }: ScreenCheck = {}): Promise<string[]> {
  const found = await layoutFaults(page);
  const scope = within === undefined ? {} : { within: [within] };
  if (dark) {
    // Among the axe rules, only the result for contrast can differ between color schemes.
    await inColors(page, 'dark');
    const violations = await axeViolations(page, { ...scope, rules: ['color-contrast'] });
    found.push(...violations.map((violation) => `dark: ${violation}`));
    await inColors(page, 'light');
  }
  found.push(...(await axeViolations(page, scope)));
  return found;
}

/** Emulates the preferred color scheme and waits until all color transitions have ended. */
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

/** Lists controls that are too small to tap. Links within a sentence are exempt, as in WCAG. */
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
      // A label around a control is part of its target.
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

/** Expects no faults of a screen at several widths. Saves screenshots in both colors if SCREENSHOTS names a folder. */
export async function expectSoundScreen(page: Page, name: string): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const faults = await (width === 360 ? screenFaults(page) : layoutFaults(page));
    expect([name, width, faults]).toEqual([name, width, []]);
    const folder = process.env['SCREENSHOTS'];
    if (!folder) continue;
    await mkdir(folder, { recursive: true });
    for (const colors of ['dark', 'light'] as const) {
      await inColors(page, colors);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colors}.png`), fullPage: true });
    }
  }
}
