import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { PLUGIN_VERSION } from '../server/content/doctor/check-plugin.ts';
import { pluginFolder, repositoryFolder } from './folders.ts';
import { MIN_HOST_VERSIONS } from '../server/content/doctor/check-host.ts';
import { pluginHeader, pluginZip } from './plugin-zip.ts';

test('the zip holds the plugin in one folder, and nothing that is not part of it', () => {
  const files = unzipSync(pluginZip(pluginFolder));
  const names = Object.keys(files);
  expect(names).toContain('lintel/lintel.php');
  expect(names).toContain('lintel/sections.json');
  expect(names).toContain('lintel/uninstall.php');
  for (const name of names) {
    expect(name).toMatch(/^lintel\/[a-z0-9/-]+\.(php|json|css|js|txt|pot|md|svg|png|webp)$/);
    expect(existsSync(join(pluginFolder, name.slice('lintel/'.length)))).toBe(true);
  }
  const main = files['lintel/lintel.php'];
  expect(main && strFromU8(main)).toContain(`Version:           ${pluginHeader(pluginFolder, 'Version')}`);
});

test('WordPress never replaces the plugin with one of the same name from its public directory', () => {
  // https://make.wordpress.org/core/2021/06/29/introducing-update-uri-plugin-header-in-wordpress-5-8/
  const { hostname } = new URL(pluginHeader(pluginFolder, 'Update URI'));
  // Nobody can register a name that ends like this (RFC 2606), and the directory's own host is w.org or wordpress.org.
  expect(hostname).toMatch(/\.invalid$/);
  const updates = readFileSync(join(pluginFolder, 'includes/updates.php'), 'utf8');
  expect(updates).toContain(`'update_plugins_${hostname}'`);
});

test('the doctor asks for the versions of WordPress and PHP that the plugin needs', () => {
  expect(MIN_HOST_VERSIONS).toEqual({
    wordpress: pluginHeader(pluginFolder, 'Requires at least'),
    php: pluginHeader(pluginFolder, 'Requires PHP'),
  });
});

test('the same plugin makes the same bytes', () => {
  expect(Buffer.compare(pluginZip(pluginFolder), pluginZip(pluginFolder))).toBe(0);
});

test('the plugin has the version of the site, which the doctor expects and the changelog describes', () => {
  const version = pluginHeader(pluginFolder, 'Version');
  expect(PLUGIN_VERSION).toBe(version);
  const changelog = readFileSync(join(repositoryFolder, 'CHANGELOG.md'), 'utf8');
  expect(/^## \[(\d[^\]]*)\]/m.exec(changelog)?.[1]).toBe(version);
});
