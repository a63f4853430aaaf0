import type { Page, Route } from 'playwright-core';

/**
 * Delays the application's files until the returned function is called. The loader itself is not delayed. `pass`
 * handles released and undelayed requests for scripts; by default they continue to the server.
 */
export async function holdApplication(
  page: Page,
  pass: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\.js$/, async (route) => {
    if (route.request().resourceType() === 'fetch') await coming;
    // The page may have navigated away in the meantime.
    await pass(route).catch(() => {});
  });
  return come;
}
