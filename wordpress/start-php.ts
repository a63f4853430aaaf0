import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PHP, PHPRequestHandler } from '@php-wasm/universal';
import { coreFolder, developmentFolder, pluginFolder, sqliteDriverFolder } from './folders.ts';

/**
 * Paths in PHP, each with the folder on this machine that is mounted there. A folder must come before its subfolders.
 */
const mounts = (site: string): [string, string][] => [
  ['/wordpress', coreFolder],
  ['/wordpress/wp-content', join(site, 'wp-content')],
  // The core theme and the plugin's source are mounted in place: nothing is copied, and edits take effect at once.
  ['/wordpress/wp-content/themes/twentytwentyfive', join(coreFolder, 'wp-content/themes/twentytwentyfive')],
  // If the site folder has its own copy of the plugin, that copy runs, and WordPress can update or delete it.
  ...(existsSync(join(site, 'wp-content/plugins/lintel/lintel.php'))
    ? []
    : [['/wordpress/wp-content/plugins/lintel', pluginFolder] satisfies [string, string]]),
  ['/sqlite-driver', sqliteDriverFolder],
  ['/development', developmentFolder],
  ['/site', site],
];

const phpSettings = {
  memory_limit: '256M',
  max_execution_time: '0',
  upload_max_filesize: '64M',
  post_max_size: '64M',
  max_input_vars: '5000',
  allow_url_fopen: '1',
  'opcache.enable': '1',
  'opcache.validate_timestamps': '1',
  'opcache.revalidate_freq': '0',
};

/** PHP leaks a little memory with each request, so its runtime is replaced after this many requests. */
const requestsPerRuntime = 500;

/**
 * The number of PHP instances: two, because a request to WordPress may wait for the site's server, which may itself
 * send a request to WordPress.
 */
export const phpInstanceCount = 2;

/** PHP for one site folder. `stop` closes the handler and everything that it opened. */
export interface RunningPhp {
  handler: PHPRequestHandler;
  primary: PHP;
  stop(): Promise<void>;
}

/** Loads PHP 8.5 with the site's folders mounted and WordPress configured for `url`. Packages must be installed. */
export async function startPhp(site: string, url: string): Promise<RunningPhp> {
  // Imported dynamically, because the packages may not exist until `installPackages` has run.
  const { loadNodeRuntime, createNodeFsMountHandler } = await import('@php-wasm/node');
  const { FileLockManagerInMemory, PHP, PHPRequestHandler, setPhpIniEntries } =
    await import('@php-wasm/universal');
  const fileLockManager = new FileLockManagerInMemory();
  let lastProcess = 0;
  const load = (): Promise<number> =>
    loadNodeRuntime('8.5', { fileLockManager, emscriptenOptions: { processId: ++lastProcess } });

  const phpFactory = async (): Promise<PHP> => {
    const php = new PHP(await load());
    await php.setSapiName('fpm-fcgi');
    await setPhpIniEntries(php, phpSettings);
    php.defineConstant('LINTEL_DEVELOPMENT_URL', url);
    php.writeFile('/wp-config.php', "<?php\nrequire '/development/wp-config.php';\n");
    for (const [path, folder] of mounts(site)) {
      php.mkdirTree(path);
      await php.mount(path, createNodeFsMountHandler(folder));
    }
    php.enableRuntimeRotation({ recreateRuntime: load, maxRequests: requestsPerRuntime });
    return php;
  };

  const handler = new PHPRequestHandler({
    documentRoot: '/wordpress',
    absoluteUrl: url,
    cookieStore: false,
    maxPhpInstances: phpInstanceCount,
    phpFactory,
    // Pretty permalinks: WordPress handles every path that is not a file.
    getFileNotFoundAction: () => ({ type: 'internal-redirect', uri: '/index.php' }),
  });
  return {
    handler,
    primary: await handler.getPrimaryPhp(),
    stop: () => handler[Symbol.asyncDispose](),
  };
}

/** Loads a version of PHP without WordPress. Packages must be installed. */
export async function startBarePhp(version: '7.4' | '8.4'): Promise<PHP> {
  const { loadNodeRuntime } = await import('@php-wasm/node');
  const { FileLockManagerInMemory, PHP } = await import('@php-wasm/universal');
  return new PHP(
    await loadNodeRuntime(version, {
      fileLockManager: new FileLockManagerInMemory(),
      emscriptenOptions: { processId: 1 },
    }),
  );
}

/**
 * Runs one PHP file and returns its output, parsed as JSON. The file reads `input` as JSON from /tmp/lintel-input.json.
 * If it fails or prints anything else, throws an `Error` with PHP's own output.
 */
export async function runPhp(php: PHP, scriptPath: string, input: unknown): Promise<unknown> {
  const inputFile = '/tmp/lintel-input.json';
  php.mkdirTree('/tmp');
  php.writeFile(inputFile, JSON.stringify(input));
  const result = await php.run({ scriptPath });
  php.unlink(inputFile);
  try {
    return JSON.parse(result.text);
  } catch {
    throw new Error(`${scriptPath} failed: ${`${result.text} ${result.errors}`.trim().slice(0, 2000)}`);
  }
}
