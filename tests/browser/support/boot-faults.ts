import type { Page } from 'playwright-core';
import { axeViolations, bootApp, faultsOf } from './page-checks.ts';

// The one sentence that the browser refines: the server's HTML is kept and knows no time.
const ANY_TIME = 'In office hours you hear back';
const TIMED = /^(In office hours you hear back|Now open|Closed for now).+$/gm;
// What only works with script, and the link that stands in its place without.
const SCRIPTED =
  /^(Open the interactive map|Open the area in OpenStreetMap|Show the map|The map comes from .+)$/gm;

/** What axe finds before and after the boot, what went wrong, and what the boot changed: it must change nothing. */
export async function bootFaults(page: Page): Promise<string[]> {
  const found = await axeViolations(page);
  await bootApp(page);
  const change = await changeSinceServer(page);
  if (change !== null) found.push(`changed by the boot: ${change}`);
  const views = await page.locator('script[data-views]').getAttribute('data-views');
  if (views !== '') found.push(...(await axeViolations(page)).map((violation) => `booted: ${violation}`));
  return [...found, ...faultsOf(page)];
}

/** The words a visitor sees that neither the time of day nor script decides. */
export async function plainWords(page: Page): Promise<string> {
  const words = await page.locator('body').innerText();
  return words
    .replaceAll(TIMED, '')
    .replaceAll(SCRIPTED, '')
    .replaceAll(/\s*\n\s*/g, '\n');
}

/** The first place where two texts differ, with what stands around it; null where they are the same. */
export function difference(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 80)).join(' → ');
}

/** Where the page differs from the document as the server sends it; null where it does not. */
export async function changeSinceServer(page: Page): Promise<string | null> {
  // Asked for beside the page: what it answers is not the page's fault.
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
