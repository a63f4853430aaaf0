import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { PLUGIN_VERSION } from '../server/content/doctor/check-plugin.ts';
import { pluginFolder, repositoryFolder } from './folders.ts';
import { pluginVersion, pluginZip } from './plugin-zip.ts';

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
  expect(main && strFromU8(main)).toContain(`Version:           ${pluginVersion(pluginFolder)}`);
});

test('WordPress never replaces the plugin with one of the same name from its public directory', () => {
  const [header = ''] = readFileSync(join(pluginFolder, 'lintel.php'), 'utf8').split('*/', 1);
  // https://make.wordpress.org/core/2021/06/29/introducing-update-uri-plugin-header-in-wordpress-5-8/
  expect(header).toMatch(/^ \* Update URI:\s+false$/m);
});

test('the same plugin makes the same bytes', () => {
  expect(Buffer.compare(pluginZip(pluginFolder), pluginZip(pluginFolder))).toBe(0);
});

test('the plugin has the version of the site, which the doctor expects and the changelog describes', () => {
  const version = pluginVersion(pluginFolder);
  expect(PLUGIN_VERSION).toBe(version);
  const changelog = readFileSync(join(repositoryFolder, 'CHANGELOG.md'), 'utf8');
  expect(/^## \[(\d[^\]]*)\]/m.exec(changelog)?.[1]).toBe(version);
});
