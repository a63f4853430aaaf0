import { createServer, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerBrowser } from './worker-browser.ts';
import {
  axeViolations,
  bootApp,
  faultsOf,
  horizontalOverflow,
  layoutShift,
  openPage,
} from './page-checks.ts';

// As strict as the site's own policy: no eval, no inline scripts, and no strings in script sinks.
const CSP = "default-src 'self'; style-src 'self' 'unsafe-inline'; require-trusted-types-for 'script'";

const frame = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Sample</title>
  <meta name="viewport" content="width=device-width"></head>
  <body style="margin:0"><main><h1>Sample</h1>${body}</main></body></html>`;

const FILES: Record<string, string> = {
  '/clean': frame('<p>Nothing is wrong here.</p>'),
  '/console': frame('<script src="/console.js"></script><img src="/missing.png" alt="Missing">'),
  '/console.js': "console.error('broken'); console.warn('odd'); throw new Error('thrown');",
  '/axe': frame('<img src="/pixel.svg"><p style="color:#bbb">Faint</p>'),
  '/csp': frame('<script>document.title = "inline"</script>'),
  '/shift': frame('<div id="late"></div><p>Text that moves down</p><script src="/shift.js"></script>'),
  // Shifts repeatedly: a shift before the first paint does not count, nor one within 500 ms of the input that phone
  // emulation reports at some time around the load.
  '/shift.js': `setInterval(() => {
    const { style } = document.getElementById('late');
    style.height = style.height === '300px' ? '0' : '300px';
  }, 400);`,
  '/overflow': frame(
    `<div id="wide" style="width:900px">wide</div>
    <div style="overflow-x:auto"><div id="scrolled" style="width:900px">in a scroller</div></div>`,
  ),
  '/app': frame('<script src="/app.js"></script>'),
  '/app.js': `for (const sign of ['pointermove', 'keydown'])
    addEventListener(sign, () => (document.documentElement.dataset.app = 'ready'), { once: true });`,
  '/pixel.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
};

const TYPES: Record<string, string> = { js: 'text/javascript', svg: 'image/svg+xml' };

let server: Server;
let browser: Browser;
let base = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    const type = TYPES[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8';
    response.writeHead(path in FILES ? 200 : 404, { 'content-type': type, 'content-security-policy': CSP });
    response.end(FILES[path] ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address && typeof address === 'object') base = `http://127.0.0.1:${address.port}`;
  browser = await workerBrowser();
});

afterAll(async () => {
  server?.close();
});

describe('the page checks', () => {
  it('find nothing on a clean page, with JavaScript and without', async () => {
    for (const javaScript of [true, false]) {
      const page = await openPage(browser, `${base}/clean`, { width: 360, javaScript });
      expect(await axeViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toEqual([]);
      expect(await layoutShift(page)).toBe(0);
      expect(faultsOf(page)).toEqual([]);
      await page.close();
    }
  });

  it('find console messages, page errors and failed requests', async () => {
    const page = await openPage(browser, `${base}/console`, { width: 360 });
    expect([...faultsOf(page)].toSorted()).toEqual([
      'console error: broken',
      'console warning: odd',
      'page error: thrown',
      `request: GET ${base}/missing.png 404`,
    ]);
    await page.close();
  });

  it('find violations of the content security policy', async () => {
    const page = await openPage(browser, `${base}/csp`, { width: 360 });
    // The page reports it in a task of its own.
    await expect
      .poll(() => faultsOf(page))
      .toContainEqual(expect.stringMatching(/^csp: script-src-elem blocks inline/));
    await page.close();
  });

  it('find what axe-core finds, under a strict content security policy', async () => {
    const page = await openPage(browser, `${base}/axe`, { width: 360 });
    const violations = await axeViolations(page);
    expect(violations).toContainEqual(expect.stringMatching(/^image-alt \(critical\) img: /));
    expect(violations).toContainEqual(expect.stringMatching(/^color-contrast \(serious\) p: .*contrast/));
    expect(faultsOf(page)).toEqual([]);
    await page.close();
  });

  it.each([360, 1024])('measure layout shifts at %i px', async (width) => {
    const page = await openPage(browser, `${base}/shift`, { width, height: 600 });
    await expect.poll(() => layoutShift(page)).toBeGreaterThan(0.01);
    await page.close();
  });

  it('find overflow, but not inside a scroller', async () => {
    const page = await openPage(browser, `${base}/overflow`, { width: 360 });
    expect(await horizontalOverflow(page)).toEqual(['div#wide reaches 900 of 360 px']);
    await page.close();
  });

  it.each(['pointer', 'keyboard'] as const)('boot the app by %s', async (sign) => {
    const page = await openPage(browser, `${base}/app`, { width: 360 });
    await bootApp(page, sign);
    expect(faultsOf(page)).toEqual([]);
    await page.close();
  });
});
