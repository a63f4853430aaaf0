/**
 * Checks the files of `deploy` with the programs that read them: `node tests/deploy/check-proxies.ts`, after
 * `npm run build`. It downloads nginx and Caddy as Debian packages, so it needs Debian or Ubuntu, and changes nothing
 * outside a temporary folder. It prints one line per check and ends with 1 if one fails.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { freePort } from '../setup/free-port.ts';

const PROJECT = path.join(import.meta.dirname, '../..');
const HOST = 'www.example.com';
const BARE_HOST = 'example.com';
const PUBLIC_URL = `https://${HOST}`;
/** What `systemd-analyze security` may say at most; 10 is no protection at all. */
const MAX_EXPOSURE_TENTHS = { 'lintel.service': 25, 'lintel-backup.service': 50 };
const START_LIMIT_MS = 15_000;

const folder = mkdtempSync(path.join(tmpdir(), 'lintel-deploy-'));
const children: ChildProcess[] = [];
let site: Site | undefined;
try {
  checkUnits();
  unpack('nginx', 'caddy');
  site = await startSite({ PUBLIC_URL, TRUST_PROXY: '1', DATA_DIR: path.join(folder, 'data') });
  const upstream = new URL(site.url).host;
  const nginx = await startNginx(upstream);
  const operator = await firstOperator(nginx);
  await checkProxy('nginx', nginx, operator);
  await checkRefusedUpload(nginx);
  await checkProxy('Caddy', await startCaddy(upstream), operator);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await site?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function report(isRight: boolean, text: string): void {
  process.stdout.write(`${isRight ? 'ok    ' : 'FAILED'} ${text}\n`);
  if (!isRight) process.exitCode = 1;
}

/** Checks the systemd units: their words and commands, and how much they protect. */
function checkUnits(): void {
  const units = ['lintel.service', 'lintel.socket', 'lintel-backup.service', 'lintel-backup.timer'];
  for (const unit of units) writeFileSync(path.join(folder, unit), deployed(unit));
  const files = units.map((unit) => path.join(folder, unit));
  const verified = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  // It also names faults of this machine's own units.
  const faults = verified.stderr.split('\n').filter((line) => line.includes('lintel'));
  report(verified.error === undefined && faults.length === 0, `systemd-analyze verify ${faults.join(' ')}`);
  for (const [unit, most] of Object.entries(MAX_EXPOSURE_TENTHS)) {
    const args = ['security', '--offline=yes', `--threshold=${most}`, path.join(folder, unit)];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const level = /Overall exposure level.*: ([\d.]+)/.exec(stdout)?.[1] ?? 'unknown';
    report(status === 0, `systemd-analyze security ${unit}: ${level} of at most ${most / 10}`);
  }
}

function deployed(file: string): string {
  return readFileSync(path.join(PROJECT, 'deploy', file), 'utf8');
}

/** Downloads Debian packages and unpacks them into the temporary folder. */
function unpack(...names: string[]): void {
  execFileSync('apt-get', ['download', ...names], { cwd: folder, stdio: 'ignore' });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', file, 'root'], { cwd: folder });
  }
}

function start(program: string, args: string[], env: Record<string, string> = {}): void {
  const child = spawn(path.join(folder, 'root/usr', program), args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.once('exit', (code) => code && process.stderr.write(`${program} ended with ${code}.\n${output}\n`));
  children.push(child);
}

/** Starts nginx with our file, on free ports and with a certificate of its own. Returns its port. */
async function startNginx(upstream: string): Promise<number> {
  const [http, https] = [await freePort(), await freePort()];
  const certificate = ['-subj', `/CN=${HOST}`, '-keyout', 'key.pem', '-out', 'certificate.pem'];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...certificate];
  execFileSync('openssl', ['req', ...options], { cwd: folder, stdio: 'ignore' });
  const ours = deployed('nginx.conf')
    .replaceAll('127.0.0.1:3000', upstream)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll(/\/etc\/letsencrypt\S*fullchain\.pem/g, path.join(folder, 'certificate.pem'))
    .replaceAll(/\/etc\/letsencrypt\S*privkey\.pem/g, path.join(folder, 'key.pem'));
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(path.join(folder, name));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name.replace('client_', ''))};`,
  );
  // As in Debian's nginx.conf, compression is on for other sites.
  const around = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {} http { access_log off; gzip on; ${paths.join(' ')}\n${ours} }`;
  writeFileSync(path.join(folder, 'nginx.conf'), around);
  start('sbin/nginx', ['-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')]);
  const redirected = await whenUp(() =>
    fetch(`http://127.0.0.1:${http}/buy?a=1`, { redirect: 'manual', headers: { host: HOST } }),
  );
  report(redirected.headers.get('location') === `${PUBLIC_URL}/buy?a=1`, 'nginx: http leads to https');
  return https;
}

/** Starts Caddy with our file, on free ports and with its own certificate authority. Returns its port. */
async function startCaddy(upstream: string): Promise<number> {
  const [http, https] = [await freePort(), await freePort()];
  writeFileSync(path.join(folder, 'Caddyfile.ours'), deployed('Caddyfile'));
  const options = `admin off\nskip_install_trust\nlocal_certs\nhttp_port ${http}\nhttps_port ${https}`;
  writeFileSync(path.join(folder, 'Caddyfile'), `{\n${options}\n}\nimport Caddyfile.ours\n`);
  const names = { SITE_ADDRESS: HOST, OTHER_ADDRESSES: BARE_HOST, SITE_UPSTREAM: upstream };
  const env = { ...names, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  start('bin/caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], env);
  return https;
}

/** Checks what the site needs of a proxy. */
async function checkProxy(name: string, port: number, operator: object): Promise<void> {
  const page = await whenUp(() => ask(port, '/', { 'accept-encoding': 'gzip, br' }));
  report(page.status === 200, `${name}: a page by HTTP/2`);
  // Its certificate may take a moment longer.
  const bare = await whenUp(() => ask(port, '/buy?a=1', {}, undefined, BARE_HOST));
  const leads = bare.status === 301 && bare.headers['location'] === `${PUBLIC_URL}/buy?a=1`;
  report(leads, `${name}: the name without www leads to the site (${bare.status})`);
  report(page.headers['content-encoding'] === 'br', `${name}: the site’s own compression passes`);
  const etag = String(page.headers['etag']);
  const again = await ask(port, '/', { 'accept-encoding': 'gzip, br', 'if-none-match': etag });
  report(again.status === 304, `${name}: an unchanged page is not sent again`);
  const lead = JSON.stringify({ name: 'Ann', email: 'ann@example.com' });
  const json = { ':method': 'POST', 'content-type': 'application/json', origin: PUBLIC_URL };
  const posted = await ask(port, '/api/contact', json, Buffer.from(lead));
  const cookie = String(posted.headers['set-cookie']);
  report(posted.status === 200 && /; secure/i.test(cookie), `${name}: a lead by https`);
  // The site reads the whole file before it says that it is no picture.
  const file = { ':method': 'POST', 'content-type': 'image/png', ...operator };
  const upload = await ask(port, '/api/admin/pages/pictures', file, Buffer.alloc(20_000_000, 'x'));
  report(upload.status === 422, `${name}: 20 MB reach the site`);
}

/**
 * Without a session, the site answers before it has the file, while nginx still sends it. Caddy passes that answer on at
 * once, too, which curl understands, but not Node's HTTP/2.
 */
async function checkRefusedUpload(port: number): Promise<void> {
  const file = { ':method': 'POST', 'content-type': 'image/png', origin: PUBLIC_URL };
  const { status } = await ask(port, '/api/admin/pages/pictures', file, Buffer.alloc(20_000_000, 'x'));
  report(status === 401, `nginx: 20 MB without a session are refused with 401 (${status})`);
}

/** Makes the first account by the link of the first start, and returns the headers of its requests. */
async function firstOperator(port: number): Promise<object> {
  const token = await whenUp(async () => {
    const link = readFileSync(path.join(folder, 'data/first-sign-in'), 'utf8');
    return /#(\S+)/.exec(link)?.[1];
  });
  const account = { token, name: 'Olive', email: 'olive@example.com', password: 'seven quiet lanterns' };
  const json = { ':method': 'POST', 'content-type': 'application/json', origin: PUBLIC_URL };
  const made = await ask(port, '/api/operators/link/use', json, Buffer.from(JSON.stringify(account)));
  const cookie = /__Host-operator=[^;]+/.exec(String(made.headers['set-cookie']))?.[0];
  const session = await ask(port, '/api/operators/session', { cookie });
  const { csrf } = Object(JSON.parse(session.body));
  return { cookie, origin: PUBLIC_URL, 'x-csrf-token': String(csrf) };
}

interface Answer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** Sends a request by HTTP/2 to a proxy on this machine. */
function ask(
  port: number,
  address: string,
  headers: object = {},
  body?: Buffer,
  host = HOST,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, servername: host });
    session.once('error', reject);
    const request = session.request({ ':path': address, ':authority': host, ...headers });
    let [answer, text]: [Record<string, unknown>, string] = [{}, ''];
    request.once('response', (received) => (answer = received));
    request.once('error', reject);
    request.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    request.once('end', () => {
      session.close();
      resolve({ status: Number(answer[':status']), headers: answer, body: text });
    });
    request.end(body);
  });
}

/** Repeats a request until something answers it. */
async function whenUp<T>(request: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + START_LIMIT_MS; ; await delay(200)) {
    try {
      return await request();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
