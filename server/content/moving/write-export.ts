import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Block } from '../../../src/builder/block.ts';
import { fetchMedia } from '../../media/fetch-media.ts';
import { createPictureUrlResolver } from '../../media/picture-url-resolver.ts';
import type { BuiltInContent, BuiltInFiles } from '../built-in/built-in-content.ts';
import { createSnapshot } from '../snapshot/snapshot.ts';
import type { SourceContent } from './content-source.ts';
import { exportedFiles } from './exported-files.ts';

interface Options {
  source: SourceContent;
  builtIn: BuiltInContent;
  builtInFiles: BuiltInFiles;
  blocks: ReadonlyMap<string, Block>;
  /** The folder for the files, in the format of `fixtures/`. */
  folder: string;
  /** The folder for pictures, in the format of `public/`. */
  pictureFolder: string;
  /** The origins in `IMAGE_ORIGINS`, from which pictures may be downloaded besides the origin of the source. */
  origins: readonly string[];
}

/**
 * Writes the content of a source as files. Returns the numbers of files and pictures written, and notes on what could
 * not be written and why.
 */
export async function writeExport(options: Options): Promise<{
  files: number;
  pictures: number;
  notes: readonly string[];
}> {
  const { source, builtIn, builtInFiles, blocks, folder, pictureFolder } = options;
  const { home, contents } = source;
  const snapshot = createSnapshot({ contents, builtIn, homes: [home] });
  const { files, pictures, notes } = exportedFiles({ snapshot, contents, builtIn, builtInFiles, blocks });
  for (const [name, value] of files) {
    await write(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  }
  const lost: string[] = [];
  const allowed = createPictureUrlResolver({
    wordpress: home,
    homes: () => snapshot.links.homes,
    origins: options.origins,
  });
  for (const [url, target] of pictures) {
    try {
      const bytes = await fetchMedia(url, { source: allowed, fetch: source.fetchPicture });
      await write(path.join(pictureFolder, target), bytes);
    } catch (error) {
      lost.push(`${url} cannot be downloaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const unpublished = snapshot
    .everyPage()
    .filter(({ page }) => page.status !== 'publish' && page.status !== 'trash' && !page.defaultPrivacy)
    .map(({ page }) => `“${page.title}” is not published (${page.status}), so it is not included.`);
  return {
    files: files.size,
    pictures: pictures.size - lost.length,
    notes: [...source.notices, ...notes, ...unpublished, ...lost],
  };
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
