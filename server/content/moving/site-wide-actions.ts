import { isDeepStrictEqual } from 'node:util';
import { isUnset, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { MenuItem } from '../../../src/contracts/content.ts';
import { menuTree } from '../../../src/contracts/menu-tree.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { comparableValue } from './comparable-value.ts';
import type { ExistingContent, ImportAction } from './import-actions.ts';
import { mapTexts } from './picture-paths.ts';

/**
 * Returns the action that sets the settings that WordPress lacks; none if it has all. Sample settings are never
 * imported, because the site would then present them as real. `moved` replaces the paths of built-in pictures in a text
 * with their URLs in WordPress. Adds a message to `kept` for each setting with another value there.
 */
export function settingsActions(
  theirs: JsonObject,
  { sample, ...ours }: SiteSettings,
  moved: (text: string) => string,
  kept: string[],
): ImportAction[] {
  if (sample) return [];
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(ours)) {
    if (isUnset(value)) continue;
    if (isUnset(theirs[name])) settings[name] = value;
    else if (!isDeepStrictEqual(comparableValue(theirs[name]), comparableValue(mapTexts(value, moved)))) {
      kept.push(`Site settings › ${name} has another value in WordPress.`);
    }
  }
  return Object.keys(settings).length > 0 ? [{ kind: 'settings', settings }] : [];
}

/**
 * Returns an action for each menu with items whose location in WordPress has no menu. Adds a message to `kept` for each
 * menu that has other items there.
 */
export function menuActions(
  existing: ExistingContent,
  content: BuiltInContent,
  kept: string[],
): ImportAction[] {
  return (['primary', 'footer'] as const).flatMap((location): ImportAction[] => {
    const items = menuTree(content.menus[location].items);
    const theirs = existing.menus[location];
    if (!theirs) return items.length > 0 ? [{ kind: 'menu', location, items }] : [];
    if (!isDeepStrictEqual(theirs.map(outline), items.map(outline))) {
      kept.push(`The menu “${location}” has other items in WordPress.`);
    }
    return [];
  });
}

function outline({ title, url, children }: MenuItem): unknown[] {
  return [title, url, children.map(outline)];
}

/**
 * Returns the action that sets the front page. Returns none if WordPress has a front page, if the content has no page
 * at `/`, or if WordPress has that page unpublished.
 */
export function frontPageActions(existing: ExistingContent, content: BuiltInContent): ImportAction[] {
  if (existing.frontPage !== 0 || !content.pages.has('/')) return [];
  const home = existing.pages.find(({ at }) => at === '/');
  // Visitors could not read a front page that is not published.
  return home && home.status !== 'publish' ? [] : [{ kind: 'front page', path: '/' }];
}
