import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bootWordPress } from '../../../wordpress/boot-wordpress.ts';
import { basicAuthorization, restClient, signIn, type Rest } from './rest.ts';

/** A real WordPress of a test file's own, filled with the built-in content. */
export interface TestWordPress {
  url: string;
  /** The settings that connect the site's server to it. */
  env: Record<'WORDPRESS_API_URL' | 'WORDPRESS_USERNAME' | 'WORDPRESS_APP_PASSWORD', string>;
  /** REST as the editor, with the application password. */
  editor: Rest;
  /** REST as the administrator, who alone changes menus and settings. */
  admin: Rest;
  /** Headers with which wp-admin takes the administrator as signed in. */
  adminSession: Record<string, string>;
  /** Ends it as a crash or an update would; nothing is lost. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  startAgain(): Promise<void>;
  /** Ends it for good. Throws when PHP noted a fault of the plugin while it ran. */
  remove(): Promise<void>;
}

/** Boots a copy of the installed site on a free port of this machine. */
export async function startWordPress(): Promise<TestWordPress> {
  const site = await mkdtemp(join(tmpdir(), 'lintel-wordpress-'));
  await cp(inject('installedSite'), site, { recursive: true });
  let running = await bootWordPress({ port: 0, site, quiet: true });
  const { url, username, appPassword, admin } = running;
  const adminSession = await signIn(url, admin.username, admin.password);
  let stopped = false;

  async function stop(): Promise<void> {
    if (stopped) return;
    stopped = true;
    await running.stop();
  }
  return {
    url,
    env: {
      WORDPRESS_API_URL: url,
      WORDPRESS_USERNAME: username,
      WORDPRESS_APP_PASSWORD: appPassword,
    },
    editor: restClient(url, basicAuthorization(username, appPassword)),
    admin: restClient(url, adminSession),
    adminSession,
    stop,
    async startAgain() {
      running = await bootWordPress({ port: Number(new URL(url).port), site, quiet: true });
      stopped = false;
    },
    async remove() {
      await stop();
      const faults = phpFaults(join(site, 'debug.log'));
      await rm(site, { recursive: true, force: true });
      if (faults.length > 0) throw new Error(`PHP noted in debug.log:\n${faults.join('\n')}`);
    },
  };
}

/** WordPress's own warnings are not ours to mend: it has some, for drafts made with a slug. */
function phpFaults(log: string): string[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\] (?:PHP |WordPress database error)/.test(line))
    .filter((line) => /lintel|PHP (?:Fatal|Parse) error|database error/.test(line));
}
