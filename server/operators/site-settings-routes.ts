import type { Router } from 'express';
import { menuLocations, siteSettingsCalls } from '../../src/contracts/operators/site-settings-calls.ts';
import type { Content } from '../content/content.ts';
import { parseWordPressUrls } from '../content/rest/wordpress-urls.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { withTimeout } from '../platform/async/timeout.ts';
import type { Config } from '../platform/config/config.ts';
import { ApiError } from './api/api-error.ts';
import type { OperatorGuard } from './api/operator-guard.ts';
import { createCallRouter } from './api/serve-call.ts';
import { recordAudit } from './audit-log.ts';
import type { PageBuilder } from './pages/builder/page-builder.ts';
import { pageChoicesOf } from './pages/create/new-pages.ts';
import { READ_ALL_ACCOUNT } from './pages/editor-account.ts';

interface Options {
  config: Pick<Config, 'wordpress'>;
  content: Pick<Content, 'embedded' | 'check' | 'settings'>;
  database: Pick<OpenDatabase, 'query'>;
  builder: Pick<PageBuilder, 'pages'>;
  guard: OperatorGuard;
  /** Renders the pages that have changed, the most recently requested ones first. */
  refreshPages: () => Promise<void>;
  now: () => number;
}

/** Milliseconds that a save waits for the pages to be rendered. On a large site, some show the change later. */
const RENDER_LIMIT_MS = 10_000;

/**
 * Creates the operators' API routes that read and save the settings and menus of the site. If the site shows a
 * WordPress, they only return the URL of the screen in WordPress where these are edited.
 */
export function createSiteSettingsRoutes(options: Options): Router {
  const { config, content, database, builder, guard, refreshPages, now } = options;
  const { router, serve } = createCallRouter(guard);
  const inWordPress = (screen: string) => ({
    source: 'wordpress' as const,
    screen: `${config.wordpress ? parseWordPressUrls(config.wordpress.url).home : ''}/wp-admin/${screen}`,
  });

  function embedded() {
    if (content.embedded) return content.embedded.site;
    throw new ApiError(422, 'The settings and menus of this site are edited in WordPress.');
  }

  async function showOnPages(): Promise<void> {
    await content.check();
    // The page store logs its failures itself, and the change is stored.
    await withTimeout(refreshPages(), RENDER_LIMIT_MS).catch(() => {});
  }

  serve(siteSettingsCalls.settings, async () => {
    if (!content.embedded) return inWordPress('options-general.php?page=lintel-site-settings');
    const isSample = content.settings()?.sample ?? true;
    return { source: 'embedded' as const, ...(await embedded().settings()), isSample };
  });

  serve(siteSettingsCalls.saveSettings, async ({ base, settings }, { operator }) => {
    const saved = await embedded().saveSettings(base, settings);
    if (saved === null) throw changedMeanwhile('settings');
    await recordAudit(database.query, { operator, action: 'site-settings-changed', now: now() });
    await showOnPages();
    return { base: saved };
  });

  serve(siteSettingsCalls.menus, async () => {
    if (!content.embedded) return inWordPress('nav-menus.php');
    const menus = await Promise.all(menuLocations.map((location) => embedded().menu(location)));
    const paths = builder.pages(READ_ALL_ACCOUNT).flatMap(pageChoicesOf);
    return { source: 'embedded' as const, menus, paths };
  });

  serve(siteSettingsCalls.saveMenu, async ({ location, base, items }, { operator }) => {
    const saved = await embedded().saveMenu(location, base, items);
    if (saved === null) throw changedMeanwhile('menu');
    const action = 'menu-changed';
    await recordAudit(database.query, { operator, action, subject: location, now: now() });
    await showOnPages();
    return { base: saved };
  });

  return router;
}

function changedMeanwhile(what: string): ApiError {
  return new ApiError(
    409,
    `Somebody else changed the ${what} meanwhile. Nothing was stored. Copy what you typed, then reload.`,
  );
}
