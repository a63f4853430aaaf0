import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startShareButton } from './share-button.ts';

const URL_TO_SHARE = 'https://site.example/preview?link=abc';

beforeEach(() => {
  document.body.innerHTML =
    '<div id="preview-bar"><button data-share hidden>Share</button></div><p id="preview-note"></p><div id="preview-share" hidden></div>';
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'clipboard');
});

const notice = () => document.getElementById('preview-note')?.textContent;
const shareButton = () => document.querySelector<HTMLButtonElement>('[data-share]');

async function share(response: Response | null): Promise<void> {
  vi.stubGlobal('fetch', async () => response ?? Promise.reject(new TypeError('Failed to fetch')));
  startShareButton('token');
  shareButton()?.click();
  await expect.poll(notice).not.toBe('Creating the link …');
}
const shareLink = () => share(Response.json({ url: URL_TO_SHARE, expires: 1_800_000_000 }));
const copy = () => document.querySelector<HTMLButtonElement>('#preview-share button')?.click();

it.each([
  [null, 'The site did not answer. Check the connection, then try again.'],
  [
    Response.json({ error: 'This preview is too old.' }, { status: 403 }),
    'This preview is too old. Press Preview in WordPress again.',
  ],
  [
    new Response('<html>Bad gateway</html>', { status: 502 }),
    'The site answered with status 502. Press Preview in WordPress again.',
  ],
  [
    new Response('<html>Sign in</html>'),
    'The site answered with status 200. Press Preview in WordPress again.',
  ],
])('says why there is no link, and can be pressed again', async (response, text) => {
  await share(response);
  expect(notice()).toBe(text);
  expect(shareButton()?.disabled).toBe(false);
});

it('copies the link', async () => {
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await shareLink();
  copy();
  await expect.poll(notice).toBe('Copied.');
  expect(writeText).toHaveBeenCalledWith(URL_TO_SHARE);
});

it('selects the link where the browser gives no clipboard', async () => {
  await shareLink();
  copy();
  expect(notice()).toBe('Press Ctrl+C to copy the link.');
  expect(document.activeElement).toBe(document.querySelector('#preview-share input'));
});
