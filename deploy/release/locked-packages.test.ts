import { expect, it } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };
import product from '../../package.json' with { type: 'json' };
import { lockedPackages } from './locked-packages.ts';

const X64 = { os: 'linux', cpu: 'x64' };
const entry = (more: object = {}) => ({ version: '1.0.0', integrity: 'sha512-x', ...more });
const foldersOf = (packages: object, wanted: string[], platform = X64) =>
  lockedPackages({ packages }, wanted, platform).map(({ folder }) => folder);

it('packages come with what they need, from the folder that Node would find', () => {
  const packages = {
    '': {},
    'node_modules/a': entry({ dependencies: { b: '1', c: '1' } }),
    'node_modules/a/node_modules/b': entry({ dependencies: { c: '1', '@d/d': '2' } }),
    'node_modules/a/node_modules/@d/d': entry({ dependencies: { b: '1' } }),
    'node_modules/b': entry(),
    'node_modules/c': entry({ dependencies: { a: '1' } }),
    'node_modules/unused': entry(),
  };
  expect(foldersOf(packages, ['a'])).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/@d/d',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
  expect(() => foldersOf(packages, ['missing'])).toThrow(
    'package-lock.json has no missing. Run “npm install”.',
  );
});

it('packages for other platforms are left out', () => {
  const packages = {
    'node_modules/a': entry({
      optionalDependencies: { gnu: '1', musl: '1', arm: '1', windows: '1', any: '1' },
    }),
    'node_modules/gnu': entry({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }),
    'node_modules/musl': entry({ os: ['linux'], cpu: ['x64'], libc: ['musl'] }),
    'node_modules/arm': entry({ os: ['linux'], cpu: ['arm64'] }),
    'node_modules/windows': entry({ os: ['win32'] }),
    'node_modules/any': entry({ os: ['!win32'] }),
  };
  expect(foldersOf(packages, ['a'])).toEqual(['node_modules/a', 'node_modules/any', 'node_modules/gnu']);
  expect(foldersOf(packages, ['a'], { os: 'linux', cpu: 'arm64' })).toContain('node_modules/arm');
});

it.each(['x64', 'arm64'])(
  'a release for linux-%s has the native addons of that platform, and no others',
  (cpu) => {
    const names = lockedPackages(lock, Object.keys(product.dependencies), { os: 'linux', cpu }).map(
      ({ name }) => name,
    );
    expect(names.filter((name) => /linux|darwin|win32|wasm|android/.test(name))).toEqual([
      `@img/sharp-libvips-linux-${cpu}`,
      `@img/sharp-linux-${cpu}`,
      `@node-rs/argon2-linux-${cpu}-gnu`,
      `@resvg/resvg-js-linux-${cpu}-gnu`,
    ]);
  },
);
