import type { Page } from 'playwright-core';
import { bootApp } from './page-checks.ts';

// JavaScript replaces only this sentence: the server's HTML is cached, so it cannot depend on the time.
const ANY_TIME = 'In office hours you hear back';
const TIMED = /^(In office hours you hear back|Now open|Closed now).+$/gm;
// Text that depends on JavaScript: controls that need it, and their no-script fallback links.
const SCRIPTED =
  /^(Open the interactive map|Open the area in OpenStreetMap|Show the map|The map comes from .+)$/gm;

/** Boots the application, which must not change anything, and lists what it has changed. */
export async function bootFaults(page: Page): Promise<string[]> {
  await bootApp(page);
  const change = await changeSinceServer(page);
  return change === null ? [] : [`changed by the boot: ${change}`];
}

/**
 * Returns the visible text of a page, without the parts that depend on the time of day or on JavaScript. Also omits the
 * consent boxes, which JavaScript hides until a phone number is typed.
 */
export async function plainWords(page: Page): Promise<string> {
  const words = await page.evaluate(() => {
    const { body } = document;
    const consents = [...body.querySelectorAll<HTMLElement>('form fieldset:has(input[type=checkbox])')];
    const shown = consents.map(({ style }) => style.display);
    for (const { style } of consents) style.display = 'none';
    const text = body.innerText;
    consents.forEach(({ style }, at) => (style.display = shown[at] ?? ''));
    return text;
  });
  return words
    .replaceAll(TIMED, '')
    .replaceAll(SCRIPTED, '')
    .replaceAll(/\s*\n\s*/g, '\n');
}

/** Returns the first difference between two texts, with some context, or null if they are equal. */
export function difference(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 80)).join(' › ');
}

/** Returns the first difference between the DOM and the server's HTML, or null if there is none. */
export async function changeSinceServer(page: Page): Promise<string | null> {
  // This request bypasses the page, because an error status must not count as a fault of the page.
  const sent = await (await page.request.get(page.url())).text();
  const given = { sent, sentence: ANY_TIME };
  const [server, now] = await page.evaluate(({ sent, sentence }) => {
    const timeless = (root: Element | null): string => {
      const copy = document.createElement('template');
      copy.innerHTML = root?.innerHTML ?? '';
      for (const paragraph of copy.content.querySelectorAll('p')) {
        if (paragraph.textContent.startsWith(sentence)) paragraph.replaceChildren();
      }
      return copy.innerHTML;
    };
    const parsed = new DOMParser().parseFromString(sent, 'text/html');
    return [timeless(parsed.getElementById('root')), timeless(document.getElementById('root'))];
  }, given);
  return difference(server ?? '', now ?? '');
}
