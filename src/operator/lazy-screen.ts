import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * The session storage key that is set before the tab reloads because code was missing. It is removed when the code of
 * a screen has loaded.
 */
const RELOADED_KEY = 'operatorReloaded';

/** Thrown if a screen's code cannot be loaded and the page is not reloaded automatically. */
export class ScreenCodeMissingError extends Error {
  override name = 'ScreenCodeMissingError';
}

/**
 * Returns a screen component whose code is loaded when it is first shown. After a deployment, an open tab may refer
 * to files that no longer exist. If the code is missing but the server responds, the page is reloaded once;
 * otherwise, rendering throws a `ScreenCodeMissingError`.
 */
export function lazyScreen(
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
        // Never resolves, so that the current content stays visible until the reload.
        return new Promise<never>(() => {});
      }
      const words = 'The site was renewed since this page was opened, or the connection broke.';
      throw new ScreenCodeMissingError(words, { cause });
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

/**
 * Whether the tab has already reloaded because code was missing. Also true if session storage is blocked, because the
 * tab might otherwise reload forever.
 */
function hasReloaded(): boolean {
  try {
    return sessionStorage.getItem(RELOADED_KEY) !== null;
  } catch {
    return true;
  }
}

/** Sets or clears the key. Returns true only if the key is now set. */
function keepReloaded(reloaded: boolean): boolean {
  try {
    if (reloaded) sessionStorage.setItem(RELOADED_KEY, '1');
    else sessionStorage.removeItem(RELOADED_KEY);
    return reloaded;
  } catch {
    return false;
  }
}
