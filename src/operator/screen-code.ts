import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Where the tab remembers that it reloaded because a screen's code was missing; gone once a screen's code came. */
const RELOADED_KEY = 'operatorReloaded';

/** A screen's code cannot be had, not after a reload either. */
export class ScreenCodeMissing extends Error {
  override name = 'ScreenCodeMissing';
}

/**
 * A screen whose code comes when it is first shown. A new build has other files than the one a tab was opened with:
 * where the code is missing, and the server is there, the new screen's document is loaded instead, once.
 */
export function screenCode(
  load: () => Promise<{ default: ComponentType }>,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    try {
      const code = await load();
      keepReloaded(false);
      return code;
    } catch (cause) {
      if (!hasReloaded() && (await isServerThere()) && keepReloaded(true)) {
        location.reload();
        // What is shown stays until the document goes.
        return new Promise<never>(() => {});
      }
      const words = 'The site was renewed since this page was opened, or the connection broke.';
      throw new ScreenCodeMissing(words, { cause });
    }
  });
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', credentials: 'include' })).ok;
  } catch {
    return false;
  }
}

/** Also where the tab may remember nothing: it could reload without end. */
function hasReloaded(): boolean {
  try {
    return sessionStorage.getItem(RELOADED_KEY) !== null;
  } catch {
    return true;
  }
}

/** Whether it is remembered now. */
function keepReloaded(reloaded: boolean): boolean {
  try {
    if (reloaded) sessionStorage.setItem(RELOADED_KEY, '1');
    else sessionStorage.removeItem(RELOADED_KEY);
    return reloaded;
  } catch {
    return false;
  }
}
