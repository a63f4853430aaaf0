import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { loadBuiltInContent } from '../built-in/load-built-in-content.ts';
import { readSettingsWithConnection } from '../connection/connected-settings.ts';
import { loadProjectBlocks } from '../load-blocks.ts';
import { parseWordPressUrls } from '../rest/wordpress-urls.ts';
import { readEmbeddedContent, readWordPressContent } from './content-source.ts';
import { writeExport } from './write-export.ts';

const USAGE = `Writes the content of the configured WordPress, or what was edited on this site, as files in the format of fixtures/.

  npm run content:export -- <folder>             the folder must be new or empty
  npm run content:export -- fixtures --force     replaces the built-in content; pictures go to public/pictures
`;

const fixtures = path.join(PROJECT_ROOT, 'fixtures');

try {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (values.help || folder === undefined || positionals.length > 1) {
    print(USAGE);
    if (!values.help) process.exitCode = 1;
  } else {
    await exportContent(path.resolve(folder), values.force ?? false);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function exportContent(folder: string, force: boolean): Promise<void> {
  const { config } = await readSettingsWithConnection();
  if (!force && (await readdir(folder).catch(() => [])).length > 0) {
    throw new Error(`${folder} is not empty. Name another folder, or add --force to replace files in it.`);
  }
  const blocks = await loadProjectBlocks();
  const { files: builtInFiles, content: builtIn } = await loadBuiltInContent(fixtures, blocks);
  const { wordpress } = config;
  if (wordpress) print(`Reading ${parseWordPressUrls(wordpress.url).home} …\n`);
  const source = wordpress
    ? await readWordPressContent(wordpress)
    : await readEmbeddedContent(config, builtIn);
  if (!source) throw new Error('Nothing was edited yet: start the site once, or set WORDPRESS_API_URL.');
  const pictureFolder = folder === fixtures ? path.join(PROJECT_ROOT, 'public') : path.join(folder, 'public');
  const around = { source, builtIn, builtInFiles, blocks, folder, pictureFolder };
  const written = await writeAndClose({ ...around, origins: config.imageOrigins });
  print(`${written.files} files in ${folder}, ${written.pictures} pictures in ${pictureFolder}.\n`);
  for (const text of written.notes) print(`! ${text}\n`);
  // The build makes the same check, but here the fault can still be corrected where the content is edited.
  await loadBuiltInContent(folder, blocks).catch((error: unknown) => {
    throw new Error(
      `The site cannot be built with this content yet. Correct it, then export again.\n${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
}

/** Writes the export, and closes the source even if that fails. */
async function writeAndClose(
  options: Parameters<typeof writeExport>[0] & { source: { close: () => Promise<void> } },
): ReturnType<typeof writeExport> {
  try {
    return await writeExport(options);
  } finally {
    await options.source.close();
  }
}

function print(text: string): void {
  process.stdout.write(text);
}
