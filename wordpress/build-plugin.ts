import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLUGIN_RELEASE_FOLDER, type PluginRelease } from '../server/content/plugin-release-routes.ts';
import { pluginFolder } from './folders.ts';
import { pluginHeader, pluginZip } from './plugin-zip.ts';
import { writeGeneratedFiles } from './write-generated-files.ts';

/**
 * Build step: writes the plugin's `sections.json`, which lists the fields that wp-admin shows, and its translation
 * template, and packs the plugin into the build, from which the site offers it to WordPress as an update.
 */
await writeGeneratedFiles();
const release: PluginRelease = {
  version: pluginHeader(pluginFolder, 'Version'),
  requires: pluginHeader(pluginFolder, 'Requires at least'),
  requires_php: pluginHeader(pluginFolder, 'Requires PHP'),
};
mkdirSync(PLUGIN_RELEASE_FOLDER, { recursive: true });
writeFileSync(join(PLUGIN_RELEASE_FOLDER, 'lintel.zip'), pluginZip(pluginFolder));
writeFileSync(join(PLUGIN_RELEASE_FOLDER, 'release.json'), `${JSON.stringify(release)}\n`);
