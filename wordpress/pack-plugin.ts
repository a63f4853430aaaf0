import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pluginFolder, wordpressFolder } from './folders.ts';
import { pluginHeader, pluginZip } from './plugin-zip.ts';
import { writeGeneratedFiles } from './write-generated-files.ts';

/** Packs the companion plugin, with the fields of the current blocks, for an upload in wp-admin. */
await writeGeneratedFiles();
const file = join(wordpressFolder, `lintel-${pluginHeader(pluginFolder, 'Version')}.zip`);
const zip = pluginZip(pluginFolder);
writeFileSync(file, zip);
console.log(
  `${relative(process.cwd(), file)}  ${Math.ceil(zip.length / 1024)} kB\nUpload it in WordPress under Plugins → Add Plugin → Upload Plugin.`,
);
