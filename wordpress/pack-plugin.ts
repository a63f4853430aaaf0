import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describeProjectSections, sectionsFileText } from './describe-sections.ts';
import { pluginFolder, sectionsFile, wordpressFolder } from './folders.ts';
import { pluginVersion, pluginZip } from './plugin-zip.ts';

/** Packs the companion plugin, with the fields of the current blocks. */
writeFileSync(sectionsFile, sectionsFileText(await describeProjectSections()));
const file = join(wordpressFolder, `lintel-${pluginVersion(pluginFolder)}.zip`);
const zip = pluginZip(pluginFolder);
writeFileSync(file, zip);
console.log(
  `${relative(process.cwd(), file)}  ${Math.ceil(zip.length / 1024)} kB\nUpload it in WordPress under Plugins → Add Plugin → Upload Plugin.`,
);
