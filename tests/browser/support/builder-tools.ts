import type { Locator, Page, Route } from 'playwright-core';

/** Opens the menu with the tools that are seldom used, and returns one of them. */
export async function moreTool(builder: Page, name: string | RegExp): Promise<Locator> {
  const menu = builder.getByRole('button', { name: 'More', exact: true });
  if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.press('Enter');
  return builder.getByRole('group', { name: 'More', exact: true }).getByRole('button', { name });
}

/** Opens the panel with the blocks, which is folded at first. */
export async function showBlocks(builder: Page): Promise<void> {
  const panel = builder.getByRole('button', { name: 'Blocks and outline' });
  if ((await panel.getAttribute('aria-expanded')) !== 'true') await panel.press('Enter');
}

/** Returns the unsaved changes of a page that the browser keeps, as JSON; null if there are none. */
export function unsavedChanges(builder: Page, at: string): Promise<string | null> {
  return builder.evaluate(
    (page) =>
      new Promise<string | null>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.addEventListener('error', () =>
          reject(opening.error ?? new Error('IndexedDB is not available.')),
        );
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('keyval').objectStore('keyval').openCursor();
          const found: string[] = [];
          reading.addEventListener('success', () => {
            const entry = reading.result;
            if (entry) {
              const isKept =
                typeof entry.key === 'string' && /^pageBuilder:(?!.*#set-aside$)/.test(entry.key);
              if (isKept && JSON.parse(entry.value).base?.at === page) found.push(entry.value);
              entry.continue();
              return;
            }
            opening.result.close();
            if (found.length > 1) reject(new Error(`The changes of ${page} are kept twice.`));
            else resolve(found[0] ?? null);
          });
        });
      }),
    at,
  );
}

export interface HeldRequests {
  held: Route[];
  release: () => void;
}

/** Holds the requests of a page to this address back, until they are released. */
export async function holdRequests(builder: Page, url: string): Promise<HeldRequests> {
  const held: Route[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await builder.route(url, async (route) => {
    held.push(route);
    await released;
    // The page may be closed by now.
    await route.continue().catch(() => undefined);
  });
  return { held, release: () => release() };
}
