import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { z } from 'zod';
import { bootWordPress } from '../../../wordpress/boot-wordpress.ts';
import { freePort } from '../../setup/free-port.ts';
import { isFreedPort } from './freed-port.ts';
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
  /** The administrator's name and password for wp-admin. */
  adminAccount: { username: string; password: string };
  /** Headers of the administrator's wp-admin session. */
  adminSession: Record<string, string>;
  /** The URL of the site that gets its change notices; `connectSite` sets it. */
  connectedTo: string | null;
  /** The folder of plugins. */
  plugins: string;
  /** Installs and activates a plugin with this PHP code. */
  addPlugin(name: string, code: string): Promise<void>;
  /** Logs in to wp-admin as the editor and returns the session headers. */
  signInEditor(): Promise<Record<string, string>>;
  /** Runs PHP code (without `<?php`) in WordPress as the administrator, and returns its result. */
  runPhp(code: string): Promise<unknown>;
  /** Stores section values that REST rejects, as an older plugin or an import may have left them. */
  store(page: number, sections: Readonly<Record<string, unknown>>): Promise<void>;
  /** Stops WordPress but keeps its data, as in a crash or an update. */
  stop(): Promise<void>;
  /** Restarts WordPress at the same URL. */
  startAgain(): Promise<void>;
  /**
   * Stops WordPress and deletes its data. Throws if PHP logged errors of the plugin in the meantime, or if the site that
   * gets its notices has ended before it.
   */
  remove(): Promise<void>;
}

/** A plugin that runs the code of a test. */
const RUN_CODE = `<?php
/* Plugin Name: Runs the code of a test */
add_action( 'rest_api_init', static function () {
	register_rest_route( 'run-code/v1', '/run', array(
		'methods'             => 'POST',
		'permission_callback' => static function () {
			return current_user_can( 'manage_options' );
		},
		'callback'            => static function ( $request ) {
			return array( 'result' => include __DIR__ . '/code-' . (int) $request['file'] . '.php' );
		},
	) );
} );
`;

/**
 * Starts a copy of the installed WordPress on a free local port. By default, it has the source of the companion plugin;
 * with `plugin`, it has a copy of that folder, which a test may change.
 */
export async function startWordPress({ plugin }: { plugin?: string } = {}): Promise<TestWordPress> {
  const site = await mkdtemp(join(tmpdir(), 'lintel-wordpress-'));
  await cp(inject('installedSite'), site, { recursive: true });
  if (plugin !== undefined) {
    await cp(plugin, join(site, 'wp-content/plugins/lintel'), { recursive: true });
  }
  const port = await freePort();
  let running = await bootWordPress({ port, site, quiet: true });
  const { url, username, appPassword, admin, editor } = running;
  const adminSession = await signIn(url, admin.username, admin.password);
  const adminRest = restClient(url, adminSession);
  let stopped = false;
  let codeFiles = 0;

  async function runPhp(code: string): Promise<unknown> {
    const folder = join(site, 'wp-content/plugins/run-code');
    if (codeFiles === 0) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'run-code.php'), RUN_CODE);
      await adminRest.post('/wp/v2/plugins/run-code/run-code', { status: 'active' });
    }
    // A new file each time, because PHP may cache a compiled file for a second.
    codeFiles += 1;
    await writeFile(join(folder, `code-${codeFiles}.php`), `<?php\n${code}`);
    const answer = await adminRest.post('/run-code/v1/run', { file: codeFiles });
    return z.object({ result: z.unknown() }).parse(answer).result;
  }

  async function stop(): Promise<void> {
    if (stopped) return;
    stopped = true;
    await running.stop();
  }
  const started: TestWordPress = {
    url,
    env: {
      WORDPRESS_API_URL: url,
      WORDPRESS_USERNAME: username,
      WORDPRESS_APP_PASSWORD: appPassword,
    },
    editor: restClient(url, basicAuthorization(username, appPassword)),
    admin: adminRest,
    anonymous: restClient(url, {}),
    editorAccount: editor,
    adminAccount: admin,
    async addPlugin(name, code) {
      const folder = join(site, 'wp-content/plugins', name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${name}.php`), `<?php\n/* Plugin Name: ${name} */\n${code}\n`);
      await restClient(url, adminSession).post(`/wp/v2/plugins/${name}/${name}`, { status: 'active' });
    },
    adminSession,
    connectedTo: null,
    plugins: join(site, 'wp-content/plugins'),
    runPhp,
    async store(page, sections) {
      const encoded = Buffer.from(JSON.stringify(sections)).toString('base64');
      const values = `json_decode( base64_decode( '${encoded}' ), true )`;
      // Also updates the modification time, by which the site finds changed pages.
      const stored = await runPhp(
        `$stored = lintel_write_sections( get_post( ${page} ), ${values} ); wp_update_post( array( 'ID' => ${page} ) ); return $stored;`,
      );
      if (stored !== true) throw new Error('WordPress cannot store these values.');
    },
    signInEditor: () => signIn(url, editor.username, editor.password),
    stop,
    async startAgain() {
      running = await bootWordPress({ port, site, quiet: true });
      stopped = false;
    },
    async remove() {
      const { connectedTo } = started;
      const isAlone = !stopped && connectedTo !== null && (await isFreedPort(connectedTo));
      await stop();
      const faults = phpFaults(join(site, 'debug.log'));
      await rm(site, { recursive: true, force: true });
      if (faults.length > 0) throw new Error(`PHP noted in debug.log:\n${faults.join('\n')}`);
      if (isAlone) throw new Error(`${connectedTo} ended before the WordPress that sends notices to it.`);
    },
  };
  return started;
}

/**
 * Returns the logged PHP messages that concern the plugin, and all fatal errors and database errors. WordPress itself
 * logs harmless warnings, for example for drafts with a slug.
 */
function phpFaults(log: string): string[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\] (?:PHP |WordPress database error)/.test(line))
    .filter((line) => /lintel|PHP (?:Fatal|Parse) error|database error/.test(line));
}
