import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { create } from 'tar';
import lock from '../../package-lock.json' with { type: 'json' };
import product from '../../package.json' with { type: 'json' };
import { copyPackages } from './copy-packages.ts';
import { lockedPackages, type Platform, type ReleasePackage } from './locked-packages.ts';
import { bundledLicenses, licensesText, packageLicense } from './third-party-licenses.ts';

const USAGE = `npm run release [-- --platform <system-cpu>] [-- --out <folder>]
Packs the build into release/lintel-<version>-<platform>.tar.gz, which runs with Node alone. The platform is that of this
machine, or another such as linux-arm64, whose native addons npm downloads.`;

const PROJECT = path.join(import.meta.dirname, '../..');
/**
 * The project's files and folders that a release has besides the build and packages. Commands read the content and
 * pictures of `fixtures` and `public`.
 */
const FILES = [
  'fixtures',
  'public',
  '.env.example',
  'CHANGELOG.md',
  // If one of these documents links to another document, that one must be in this list, too.
  'docs/addresses.md',
  'docs/blocks.md',
  'docs/cdn',
  'docs/cdn.md',
  'docs/deploying.md',
  'docs/operating.md',
  'docs/performance.md',
  'docs/scale.md',
  'deploy/Caddyfile',
  'deploy/lintel-backup.service',
  'deploy/lintel-backup.timer',
  'deploy/lintel.service',
  'deploy/lintel.socket',
  'deploy/monitoring',
  'deploy/nginx.conf',
];
/** Files in `dist` to which Vite has written the licenses of the packages that it bundled. */
const BUNDLED_LICENSES = [
  'client/.vite/licenses-production.json',
  'client/.vite/licenses-operators.json',
  'server/licenses.json',
];
const IS_LICENSES = /\/licenses[\w-]*\.json(?:\.br|\.gz)?$/;

try {
  const { values } = parseArgs({
    options: { platform: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } },
  });
  const platform = values.platform ?? `${process.platform}-${process.arch}`;
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else await makeRelease(readPlatform(platform), path.resolve(values.out ?? path.join(PROJECT, 'release')));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function readPlatform(text: string): Platform {
  const [, os, cpu] = /^(\w+)-(\w+)$/.exec(text) ?? [];
  if (os === undefined || cpu === undefined) throw new Error(`${text} is no platform.\n${USAGE}`);
  return { os, cpu };
}

async function makeRelease(platform: Platform, out: string): Promise<void> {
  if (!existsSync(path.join(PROJECT, 'dist/server/start.js'))) {
    throw new Error('There is no build. Run “npm run build”, or “npm run release”, which builds.');
  }
  const name = `lintel-${product.version}-${platform.os}-${platform.cpu}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'lintel-release-'));
  try {
    const packages = lockedPackages(lock, Object.keys(product.dependencies), platform);
    await fill(path.join(folder, name), packages, platform);
    mkdirSync(out, { recursive: true });
    const archive = path.join(out, `${name}.tar.gz`);
    // `portable` leaves out the user and the group of this machine.
    await create({ file: archive, cwd: folder, gzip: true, portable: true }, [name]);
    const bytes = readFileSync(archive);
    const hash = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(`${archive}.sha256`, `${hash}  ${name}.tar.gz\n`);
    process.stdout.write(`${archive}  ${(bytes.length / 1e6).toFixed(1)} MB\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function fill(release: string, packages: readonly ReleasePackage[], platform: Platform): Promise<void> {
  const dist = path.join(PROJECT, 'dist');
  cpSync(dist, path.join(release, 'dist'), { recursive: true, filter: (file) => !IS_LICENSES.test(file) });
  for (const file of FILES) cpSync(path.join(PROJECT, file), path.join(release, file), { recursive: true });
  await copyPackages(packages, { project: PROJECT, release });
  const licenses = [
    ...BUNDLED_LICENSES.flatMap((file) => bundledLicenses(path.join(dist, file))),
    ...packages.map((each) => packageLicense(release, each)),
  ];
  writeFileSync(path.join(release, 'LICENSES.md'), licensesText(licenses));
  writeFileSync(path.join(release, 'package.json'), manifest(packages, platform));
}

/** Returns the package.json of a release. Its scripts start the server and run the commands, but do not build. */
function manifest(packages: readonly ReleasePackage[], { os, cpu }: Platform): string {
  const { name, version, description, license, type, dependencies, scripts } = product;
  const commands = Object.entries(scripts).flatMap(([script, command]) => {
    const run = /^node server\/command\.ts (.+)$/.exec(command)?.[1];
    return run === undefined ? [] : [[script, `node dist/server/command.js ${run}`] as const];
  });
  const versions = new Map(packages.map((each) => [each.folder, each.version]));
  const content = {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines: { node: '>=24' },
    os: [os],
    cpu: [cpu],
    scripts: { start: 'node dist/server/start.js', ...Object.fromEntries(commands) },
    dependencies: Object.fromEntries(
      Object.keys(dependencies).map((each) => [each, versions.get(`node_modules/${each}`)]),
    ),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
