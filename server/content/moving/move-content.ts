import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config, WordPressConfig } from '../../platform/config/config.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { loadBuiltInContent } from '../built-in/load-built-in-content.ts';
import { loadProjectBlocks } from '../load-blocks.ts';
import { parseWordPressUrls } from '../rest/wordpress-urls.ts';
import { createWordPressWriter } from '../rest/wordpress-writer.ts';
import { readEmbeddedContent } from './content-source.ts';
import type { ImportPlan } from './import-actions.ts';
import { planImport } from './import-plan.ts';
import { readExistingContent } from './read-existing-content.ts';
import { runImport, type ImportProgressHandler } from './run-import.ts';
import { writeExport } from './write-export.ts';

const FIXTURES = path.join(PROJECT_ROOT, 'fixtures');

interface Options {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'imageOrigins'>;
  /** The WordPress to write to, with credentials. */
  wordpress: WordPressConfig;
  /**
   * A folder in the format of `fixtures/`. If null, moves the content that was edited on this site, or else the
   * built-in content.
   */
  from: string | null;
  /** Whether demonstration and test pages are moved, too. */
  withDemos?: boolean;
}

/** Content that is ready to be written to a WordPress. */
export interface PreparedImport {
  plan: ImportPlan;
  /** What the move omits, with the reasons. */
  notes: readonly string[];
  /**
   * Writes the content and returns warnings. `signal` interrupts the import, and the next one continues from there.
   * Throws a `WordPressWriterError` that names the step that WordPress refused.
   */
  run(onProgress: ImportProgressHandler, signal?: AbortSignal): Promise<string[]>;
  /** Deletes the temporary files. */
  close(): Promise<void>;
}

/**
 * Compares the content with that of the WordPress, and plans what to write. Nothing that an editor wrote there is
 * changed. Throws an `Error` that states the fix if WordPress cannot be read or the content has faults.
 */
export async function prepareImport({
  config,
  wordpress,
  from,
  withDemos = false,
}: Options): Promise<PreparedImport> {
  const blocks = await loadProjectBlocks();
  const { content: builtIn, files: builtInFiles } = await loadBuiltInContent(FIXTURES, blocks);
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-move-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const source = from === null ? await readEmbeddedContent(config, builtIn) : null;
    let notes: readonly string[] = [];
    if (source) {
      const pictureFolder = path.join(folder, 'public');
      const around = { source, builtIn, builtInFiles, blocks, folder, pictureFolder };
      try {
        ({ notes } = await writeExport({ ...around, origins: config.imageOrigins }));
      } finally {
        await source.close();
      }
    }
    const content = source ? folder : (from ?? FIXTURES);
    const { files } = await loadBuiltInContent(content, blocks);
    const writer = createWordPressWriter(wordpress);
    const existing = await readExistingContent(writer, parseWordPressUrls(wordpress.url).home);
    const plan = planImport(existing, files, builtIn, blocks, { withDemos });
    const folders = [path.join(content, 'public'), path.join(PROJECT_ROOT, 'public')];
    return {
      plan,
      notes,
      run: (onProgress, signal) => runImport({ plan, existing, writer, folders, onProgress, signal }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
