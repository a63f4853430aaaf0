import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { PHPRequestHandler } from '@php-wasm/universal';
import { collectSeedContent } from './collect-seed-content.ts';
import { defaultSiteFolder, fixturesFolder } from './folders.ts';
import { installPackages } from './install-packages.ts';
import { closeHttpServer, startHttpServer } from './serve-http.ts';
import { openSiteFolder, removeSiteFolder, saveSiteRecord, type SiteRecord } from './site-record.ts';
import { phpInstanceCount, runPhp, startPhp, type RunningPhp } from './start-php.ts';

/** Where WordPress runs, and what it contains. */
export interface BootOptions {
  /** Default 8881; 0 picks a free port. */
  port?: number;
  /** Folder for the database, uploads and added plugins; created if missing. Default `wordpress/site`. */
  site?: string;
  /** Folder with the content for a new site. Default `fixtures/`. */
  fixtures?: string;
  /** Removes the site folder first, to start over. */
  reset?: boolean;
  /** URL of the site's server, which then receives change notices. */
  connectTo?: string;
  /** Suppresses the server's messages. */
  quiet?: boolean;
}

/** The URL of the site's server, which receives change notices, and the shared secret (`WORDPRESS_WEBHOOK_SECRET`). */
export interface PluginConnection {
  url: string;
  secret: string;
}

/** A WordPress that accepts requests, and its credentials. */
export interface RunningWordPress {
  /** URL of WordPress, without a trailing slash. */
  url: string;
  /** The editor's credentials, for `WORDPRESS_USERNAME` and `WORDPRESS_APP_PASSWORD`. */
  username: string;
  appPassword: string;
  editor: { username: string; password: string };
  admin: { username: string; password: string };
  /** The connection to the site's server; null without `connectTo`. */
  connection: PluginConnection | null;
  /** Stops the server and PHP, after running requests or 3 seconds. The folder and the port can then be reused. */
  stop(): Promise<void>;
}

/** Installs WordPress into a new site folder and fills it with content. Leaves an installed site as it is. */
async function fillNewSite(
  php: RunningPhp,
  site: string,
  record: SiteRecord,
  fixtures: string,
): Promise<SiteRecord> {
  if (record.installed) return record;
  const content = await collectSeedContent(fixtures);
  const input = { admin: record.admin, editor: record.editor, content };
  const made = await runPhp(php.primary, '/development/install.php', input);
  const appPassword =
    typeof made === 'object' && made !== null && 'appPassword' in made ? made.appPassword : undefined;
  if (typeof appPassword !== 'string') throw new Error('WordPress made no application password.');
  const filled: SiteRecord = { ...record, editor: { ...record.editor, appPassword }, installed: true };
  saveSiteRecord(site, filled);
  return filled;
}

/** Sends each PHP instance a request, because the first request of an instance takes seconds. */
async function startInstances(handler: PHPRequestHandler): Promise<void> {
  const requests = Array.from({ length: phpInstanceCount }, () =>
    handler.request({ method: 'GET', url: '/wp-json/lintel/v1/state', headers: {} }),
  );
  await Promise.allSettled(requests);
}

async function connect(php: RunningPhp, url: string): Promise<PluginConnection> {
  const made = await runPhp(php.primary, '/development/connect.php', { url });
  if (typeof made === 'object' && made !== null && 'url' in made && 'secret' in made) {
    if (typeof made.url === 'string' && typeof made.secret === 'string') {
      return { url: made.url, secret: made.secret };
    }
  }
  throw new Error('The companion plugin answers no connection.');
}

/**
 * Boots a real WordPress with the companion plugin on 127.0.0.1. A new site folder is installed and filled from
 * `fixtures`; an existing one keeps its content. If the port is taken or a package cannot be installed, throws an error
 * that names the fix.
 */
export async function bootWordPress(options: BootOptions = {}): Promise<RunningWordPress> {
  const say = options.quiet ? (): void => undefined : (line: string): void => console.log(line);
  const site = resolve(options.site ?? defaultSiteFolder);
  installPackages(say);
  const ready = Promise.withResolvers<PHPRequestHandler>();
  ready.promise.catch(() => undefined);
  // Listen first: WordPress needs the port for its URLs, and if the port is taken, the site folder must stay untouched.
  const server = await startHttpServer(options.port ?? 8881, ready.promise, say);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let php: RunningPhp | undefined;
  try {
    if (options.reset) removeSiteFolder(site);
    const opened = openSiteFolder(site);
    if (!opened.installed) say('Installing WordPress and filling it with the built-in content …');
    php = await startPhp(site, url);
    const record = await fillNewSite(php, site, opened, options.fixtures ?? fixturesFolder);
    const connection = options.connectTo === undefined ? null : await connect(php, options.connectTo);
    ready.resolve(php.handler);
    const running = php;
    // Start all PHP instances now. After the first edit, the site reads WordPress while the edit screen also sends
    // requests, and one of them would wait seconds for a new instance.
    if (connection) void startInstances(running.handler);
    return {
      url,
      username: record.editor.username,
      appPassword: record.editor.appPassword,
      editor: { username: record.editor.username, password: record.editor.password },
      admin: record.admin,
      connection,
      stop: async () => {
        await closeHttpServer(server);
        await running.stop();
      },
    };
  } catch (error) {
    ready.reject(error);
    await closeHttpServer(server);
    await php?.stop();
    throw error;
  }
}
