import type { Page, Route } from 'playwright-core';

/**
 * Keeps the application from a page until the returned function is called. The loader, a script of the page, comes; what
 * it asks for waits. `pass` brings what has come through, where that is not the page's own way.
 */
export async function holdApplication(
  page: Page,
  pass: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\.js$/, async (route) => {
    if (route.request().resourceType() === 'fetch') await coming;
    // The page may have gone elsewhere meanwhile.
    await pass(route).catch(() => {});
  });
  return come;
}
