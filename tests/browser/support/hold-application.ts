import type { Page, Route } from 'playwright-core';

/**
 * Holds the application's files back from a page until the returned function is called. The loader, a script of the
 * page, still loads; the files it requests wait. `pass` answers the requests; by default they continue to the server.
 */
export async function holdApplication(
  page: Page,
  pass: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\.js$/, async (route) => {
    if (route.request().resourceType() === 'fetch') await coming;
    // The page may have navigated away meanwhile.
    await pass(route).catch(() => {});
  });
  return come;
}
