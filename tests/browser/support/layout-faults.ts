import type { Page } from 'playwright-core';

/** Lists what is wrong with the header and the connect bar on a narrow screen. */
export async function narrowHeaderFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const header = document.querySelector('header')?.getBoundingClientRect();
    if (!header || header.height > 74) found.push(`the header is ${header?.height} px high, not one line`);
    const isShown = (selector: string) =>
      [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
    if (!isShown('header a[href^="tel:"]')) found.push('the header has no telephone link');
    // The connect bar is the last element of the page, or a placement of its layout.
    const bars = 'main > :last-child a[href^="tel:"], [data-placement="connect-bar"] a[href^="tel:"]';
    if (!isShown(bars)) found.push('there is no connect bar with a telephone link');
    return found;
  });
}

/** Lists what is wrong with the edges and the buttons of the hero. */
export async function heroFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hero = document.querySelector('[data-placement="hero"]');
    if (!hero) return [];
    const found: string[] = [];
    const leftOf = (element: Element | null | undefined) =>
      Math.round(element?.getBoundingClientRect().left ?? 0);
    const [brand, title] = [leftOf(document.querySelector('header img')), leftOf(hero.querySelector('h1'))];
    if (Math.abs(brand - title) > 1)
      found.push(`the hero's title starts at ${title} px, the logo at ${brand} px`);
    const rows: number[] = [];
    let last = 0;
    for (const button of hero.querySelectorAll('h1 ~ div > div > a')) {
      const { top, height } = button.getBoundingClientRect();
      const middle = top + height / 2;
      if (rows.length === 0 || Math.abs(middle - last) > 8) rows.push(0);
      rows.push((rows.pop() ?? 0) + 1);
      last = middle;
    }
    if (rows.at(-1) === 1 && Math.max(...rows) > 1)
      found.push(`the last button of the hero is alone: ${rows.join(', ')}`);
    return found;
  });
}
