import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fetchPicture } from '../../media/fetch-picture.ts';
import { createPictureSource } from '../../media/picture-source.ts';
import { readConfig } from '../../platform/config/config.ts';
import { loadEnvironment } from '../../platform/config/load-environment.ts';
import { createPublicFetch } from '../../platform/security/public-fetch.ts';
import { ROOT } from '../../platform/root.ts';
import { loadBuiltInContent } from '../built-in/load-built-in-content.ts';
import { projectBlocks } from '../load-blocks.ts';
import { readOnce } from '../mirror/read-once.ts';
import { restRoot } from '../rest/rest-root.ts';
import { createSnapshot } from '../resolve/snapshot.ts';
import { exportedFiles } from './exported-files.ts';

const USAGE = `Writes the content of the configured WordPress as files in the format of fixtures/.

  npm run content:export -- <folder>             the folder must be new or empty
  npm run content:export -- fixtures --force     replaces the built-in content; pictures go to public/pictures
`;

const fixtures = path.join(ROOT, 'fixtures');

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
  loadEnvironment();
  const { wordpress, imageOrigins } = readConfig(process.env);
  if (!wordpress) throw new Error('Set WORDPRESS_API_URL first.');
  if (!force && (await readdir(folder).catch(() => [])).length > 0) {
    throw new Error(`${folder} is not empty. Name another folder, or add --force to replace files in it.`);
  }
  const blocks = await projectBlocks();
  const { files: builtInFiles, content: builtIn } = await loadBuiltInContent(fixtures, blocks);
  const { home } = restRoot(wordpress.url);
  print(`Reading ${home} …\n`);
  const { contents, notices } = await readOnce({ config: wordpress });
  const snapshot = createSnapshot({ contents, builtIn, homes: [home] });
  const { files, pictures, notes } = exportedFiles({ snapshot, contents, builtIn, builtInFiles, blocks });
  for (const [name, value] of files) {
    await write(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  }
  const pictureFolder = folder === fixtures ? path.join(ROOT, 'public') : path.join(folder, 'public');
  const lost: string[] = [];
  const source = createPictureSource({
    wordpress: home,
    homes: () => snapshot.links.homes,
    origins: imageOrigins,
  });
  const ask = createPublicFetch([new URL(home).hostname]);
  for (const [url, target] of pictures) {
    try {
      await write(path.join(pictureFolder, target), await fetchPicture(url, { source, fetch: ask }));
    } catch (error) {
      lost.push(`${url} cannot be downloaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  print(`${files.size} files in ${folder}, ${pictures.size - lost.length} pictures in ${pictureFolder}.\n`);
  for (const text of [...notices, ...notes, ...lost]) print(`! ${text}\n`);
  // The build makes the same check, but here the fault can still be corrected in WordPress.
  await loadBuiltInContent(folder, blocks).catch((error: unknown) => {
    throw new Error(
      `The site cannot be built with this content yet. Correct it in WordPress and export again.\n${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

function print(text: string): void {
  process.stdout.write(text);
}
