import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bootWordPress, type BootOptions, type RunningWordPress } from './boot-wordpress.ts';
import { repositoryFolder } from './folders.ts';
import { writeEnvLocal } from './write-env-local.ts';

const CRON_INTERVAL_MS = 60_000;

const help = `A real WordPress with the companion plugin, on this machine only.

  npm run wordpress -- [options]

  --port <number>   port of 127.0.0.1; 0 picks a free one (default: WORDPRESS_PORT, else 8881)
  --site <folder>   where the site is kept (default: wordpress/site)
  --connect <url>   the site's server, which is told of every change (default: http://localhost:3000)
  --reset           start over: removes the site folder first, with every edit in it
  --no-env          do not write the connection into .env.local
`;

function readPort(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65535) return port;
  throw new Error(`"${value}" is not a port. Use --port (or WORDPRESS_PORT) with a number from 0 to 65535.`);
}

function readCommandLine(): { boot: BootOptions; writeEnv: boolean } | undefined {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env['WORDPRESS_PORT'] ?? '8881' },
      site: { type: 'string' },
      connect: { type: 'string', default: 'http://localhost:3000' },
      reset: { type: 'boolean', default: false },
      env: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  if (values.help) return undefined;
  return {
    boot: {
      port: readPort(values.port),
      reset: values.reset,
      connectTo: values.connect,
      ...(values.site === undefined ? {} : { site: values.site }),
    },
    writeEnv: values.env,
  };
}

function describe(wordpress: RunningWordPress, variables: Record<string, string>): string {
  const { url, admin, editor, connection } = wordpress;
  return [
    `WordPress  ${url}`,
    `sign in    ${url}/wp-admin/`,
    `           ${admin.username} / ${admin.password}  (administrator)`,
    `           ${editor.username} / ${editor.password}  (editor)`,
    ...(connection ? [`tells      ${connection.url} of every change`] : []),
    `open first ${url}/wp-admin/edit.php?post_type=page  as the editor: Home, and there “Sections of this page”`,
    '',
    ...Object.entries(variables).map(([name, value]) => `${name}="${value}"`),
  ].join('\n');
}

/** Publishes scheduled pages and runs the other due tasks. `wp-config.php` sets `DISABLE_WP_CRON`, so they run only here. */
async function runCron(url: string): Promise<void> {
  try {
    await fetch(`${url}/wp-cron.php?doing_wp_cron`, { signal: AbortSignal.timeout(CRON_INTERVAL_MS) });
  } catch (error) {
    console.error(`The scheduled tasks of WordPress did not run: ${String(error)}`);
  }
}

async function start(): Promise<void> {
  const command = readCommandLine();
  if (command === undefined) {
    console.log(help);
    return;
  }
  const wordpress = await bootWordPress(command.boot);
  const variables = {
    WORDPRESS_API_URL: wordpress.url,
    WORDPRESS_USERNAME: wordpress.username,
    WORDPRESS_APP_PASSWORD: wordpress.appPassword,
    ...(wordpress.connection ? { WORDPRESS_WEBHOOK_SECRET: wordpress.connection.secret } : {}),
  };
  console.log(`\n${describe(wordpress, variables)}`);
  if (command.writeEnv) {
    const file = join(repositoryFolder, '.env.local');
    writeEnvLocal(file, variables);
    console.log(`\nWritten to ${relative(process.cwd(), file)}; restart the site's server to use them.`);
  }
  console.log('Ctrl-C ends it.');
  const cron = setInterval(() => void runCron(wordpress.url), CRON_INTERVAL_MS);
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    clearInterval(cron);
    void wordpress.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
