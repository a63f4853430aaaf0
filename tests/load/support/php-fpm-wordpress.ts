import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { collectSeedContent } from '../../../wordpress/collect-seed-content.ts';
import { coreFolder, developmentFolder, fixturesFolder, pluginFolder } from '../../../wordpress/folders.ts';
import { installPackages } from '../../../wordpress/install-packages.ts';
import { freePort } from '../../setup/free-port.ts';

/** Where Debian installs the programs, and the package of each. */
const PROGRAMS = {
  fpm: ['/usr/sbin/php-fpm8.*', 'php8.2-fpm'],
  php: ['/usr/bin/php8.*', 'php8.2-cli'],
  nginx: ['/usr/sbin/nginx', 'nginx'],
  install: ['/usr/bin/mariadb-install-db', 'mariadb-server'],
  database: ['/usr/sbin/mariadbd', 'mariadb-server'],
  client: ['/usr/bin/mariadb', 'mariadb-client'],
} as const;

/** Milliseconds until the database must accept connections. */
const START_LIMIT = 30_000;

const installed = z.object({ appPassword: z.string() });
const connected = z.object({ secret: z.string() });

/** A real WordPress on PHP-FPM, nginx and MariaDB, as most hosts have it. */
export interface FpmWordPress {
  env: Record<
    'WORDPRESS_API_URL' | 'WORDPRESS_USERNAME' | 'WORDPRESS_APP_PASSWORD' | 'WORDPRESS_WEBHOOK_SECRET',
    string
  >;
  editor: { username: string; password: string };
  stop(): Promise<void>;
}

/**
 * Installs WordPress with the built-in content in a temporary folder, and starts the servers on 127.0.0.1. Throws an
 * error that names the missing Debian package. `workers` is the number of PHP processes.
 */
export async function startFpmWordPress(connectTo: string, workers: number): Promise<FpmWordPress> {
  const programs = findPrograms();
  installPackages(() => {});
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-fpm-'));
  const at = (name: string) => path.join(folder, name);
  const running: ChildProcess[] = [];
  const run = (program: string, ...options: string[]) => {
    running.push(spawn(program, options, { stdio: 'ignore' }));
  };
  const stop = async () => {
    for (const child of running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${await freePort()}`;
    const core = at('wordpress');
    await cp(coreFolder, core, { recursive: true });
    await cp(pluginFolder, path.join(core, 'wp-content/plugins/lintel'), { recursive: true });
    await mkdir(path.join(core, 'wp-content/uploads'), { recursive: true });
    await writeFile(path.join(core, 'wp-config.php'), wordPressConfig(url, at('mysql.sock')));

    const asUser = isRoot ? ['--user=root'] : [];
    const data = `--datadir=${at('database')}`;
    execFileSync(
      programs.install,
      ['--no-defaults', data, '--auth-root-authentication-method=normal', ...asUser],
      {
        stdio: 'ignore',
      },
    );
    const socket = `--socket=${at('mysql.sock')}`;
    run(
      programs.database,
      '--no-defaults',
      data,
      socket,
      '--skip-networking',
      `--pid-file=${at('mysql.pid')}`,
      ...asUser,
    );
    const query = (sql: string) =>
      execFileSync(programs.client, ['--no-defaults', socket, '--user=root', '-e', sql], { stdio: 'ignore' });
    await untilDone(() => query('create database wordpress'));

    await writeFile(at('fpm.conf'), fpmConfig(folder, workers));
    run(
      programs.fpm,
      '--nodaemonize',
      '--fpm-config',
      at('fpm.conf'),
      ...(isRoot ? ['--allow-to-run-as-root'] : []),
    );
    await writeFile(at('nginx.conf'), nginxConfig(folder, core, url));
    run(programs.nginx, '-p', folder, '-c', at('nginx.conf'), '-e', at('nginx.log'), '-g', 'daemon off;');

    const admin = { username: 'admin', password: secret() };
    const editor = { username: 'editor', password: secret() };
    await writeFile(at('url.php'), `<?php define( 'LINTEL_DEVELOPMENT_URL', '${url}' );`);
    const develop = async (script: string, input: unknown): Promise<unknown> => {
      await writeFile(at('input.json'), JSON.stringify(input));
      const options = ['-d', `auto_prepend_file=${at('url.php')}`, path.join(developmentFolder, script)];
      const env = { ...process.env, LINTEL_INPUT: at('input.json'), LINTEL_WORDPRESS: core };
      return JSON.parse(
        execFileSync(programs.php, options, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    };
    const content = await collectSeedContent(fixturesFolder);
    const { appPassword } = installed.parse(await develop('install.php', { admin, editor, content }));
    const connection = connected.parse(await develop('connect.php', { url: connectTo }));
    return {
      env: {
        WORDPRESS_API_URL: url,
        WORDPRESS_USERNAME: editor.username,
        WORDPRESS_APP_PASSWORD: appPassword,
        WORDPRESS_WEBHOOK_SECRET: connection.secret,
      },
      editor,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isRoot = process.getuid?.() === 0;
const secret = () => randomBytes(24).toString('base64url');

function findPrograms(): Record<keyof typeof PROGRAMS, string> {
  const find = (name: keyof typeof PROGRAMS): string => {
    const [pattern, debian] = PROGRAMS[name];
    const [found] = globSync(pattern);
    if (found !== undefined && existsSync(found)) return found;
    throw new Error(
      `${pattern} is missing. Install Debian’s ${debian}, php8.2-mysql, php8.2-xml, php8.2-mbstring, php8.2-curl and php8.2-gd.`,
    );
  };
  return {
    fpm: find('fpm'),
    php: find('php'),
    nginx: find('nginx'),
    install: find('install'),
    database: find('database'),
    client: find('client'),
  };
}

function wordPressConfig(url: string, socket: string): string {
  const keys = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [
    `${name}_KEY`,
    `${name}_SALT`,
  ]);
  const constants = {
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    WP_HOME: url,
    WP_SITEURL: url,
    // "local" lets application passwords work over plain http.
    WP_ENVIRONMENT_TYPE: 'local',
    // Keeps e-mails and update checks on this machine.
    WPMU_PLUGIN_DIR: path.join(developmentFolder, 'mu-plugins'),
    WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
    ...Object.fromEntries(keys.map((name) => [name, secret()])),
  };
  const lines = Object.entries(constants).map(([name, value]) => `define( '${name}', '${value}' );`);
  return `<?php
${lines.join('\n')}
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}

function fpmConfig(folder: string, workers: number): string {
  return `[global]
error_log = ${folder}/fpm.log
[www]
${isRoot ? 'user = root\ngroup = root\n' : ''}listen = ${folder}/fpm.sock
pm = static
pm.max_children = ${workers}
`;
}

function nginxConfig(folder: string, core: string, url: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n  ');
  return `${isRoot ? 'user root;\n' : ''}pid ${folder}/nginx.pid;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary}
  server {
    listen ${new URL(url).host};
    root ${core};
    index index.php;
    location / {
      try_files $uri $uri/ /index.php?$args;
    }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_pass unix:${folder}/fpm.sock;
    }
  }
}
`;
}

async function untilDone(attempt: () => void): Promise<void> {
  for (const until = performance.now() + START_LIMIT; ; await delay(100)) {
    try {
      return attempt();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}
