import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bootWordPress } from '../../../wordpress/boot-wordpress.ts';
import { basicAuthorization, restClient, signIn, type Rest } from './rest.ts';

/** A real WordPress with the built-in content, for one test file. */
export interface TestWordPress {
  url: string;
  /** Environment variables that connect the site to this WordPress. */
  env: Record<'WORDPRESS_API_URL' | 'WORDPRESS_USERNAME' | 'WORDPRESS_APP_PASSWORD', string>;
  /** REST client of the editor, authenticated with the application password. */
  editor: Rest;
  /** REST client of the administrator, who alone may change menus and settings. */
  admin: Rest;
  /** REST client of a visitor. */
  anonymous: Rest;
  /** The editor's name and password for wp-admin. */
  editorAccount: { username: string; password: string };
  /** Headers of the administrator's wp-admin session. */
  adminSession: Record<string, string>;
  /** Installs and activates a plugin with this PHP code. */
  addPlugin(name: string, code: string): Promise<void>;
  /** Logs in to wp-admin as the editor and returns the session headers. */
  signInEditor(): Promise<Record<string, string>>;
  /** Stops WordPress but keeps its data, as in a crash or an update. */
  stop(): Promise<void>;
  /** Restarts WordPress at the same URL. */
  startAgain(): Promise<void>;
  /** Stops WordPress and deletes its data. Throws if PHP logged errors of the plugin in the meantime. */
  remove(): Promise<void>;
}

/** Starts a copy of the installed WordPress on a free local port. */
export async function startWordPress(): Promise<TestWordPress> {
  const site = await mkdtemp(join(tmpdir(), 'lintel-wordpress-'));
  await cp(inject('installedSite'), site, { recursive: true });
  let running = await bootWordPress({ port: 0, site, quiet: true });
  const { url, username, appPassword, admin, editor } = running;
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
    anonymous: restClient(url, {}),
    editorAccount: editor,
    async addPlugin(name, code) {
      const folder = join(site, 'wp-content/plugins', name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${name}.php`), `<?php\n/* Plugin Name: ${name} */\n${code}\n`);
      await restClient(url, adminSession).post(`/wp/v2/plugins/${name}/${name}`, { status: 'active' });
    },
    adminSession,
    signInEditor: () => signIn(url, editor.username, editor.password),
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

/**
 * Returns the logged PHP errors that concern the plugin. WordPress itself logs harmless warnings, for example for
 * drafts with a slug.
 */
function phpFaults(log: string): string[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\] (?:PHP |WordPress database error)/.test(line))
    .filter((line) => /lintel|PHP (?:Fatal|Parse) error|database error/.test(line));
}
