import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** What the built application exports for the server. */
export type EntryServer = typeof import('../../src/entry-server.tsx');

/** The built site: what renders its pages, and which files a document names. */
export interface SiteBuild {
  /** Renders pages. Asked for at each rendering: in development it changes under the server. */
  entry(): Promise<EntryServer>;
  /** Addresses of the scripts every document starts with; the last one is the loader. */
  scripts: readonly string[];
  /** The addresses of everything the loader brings along: nothing but itself, if all is well. */
  loaderFiles(): string[];
  /** The addresses of everything the application is made of; the first is what the loader starts. */
  applicationFiles(): string[];
  /** The addresses of the views of some blocks, and of what they import. */
  viewFiles(blocks: Iterable<string>): string[];
  /** The addresses of what sends leads again that a browser keeps; the first is what the loader starts. */
  resendingFiles(): string[];
  /** Changes whenever kept pages are no longer good. */
  version(): number;
}

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

const LOADER = 'src/loader.ts';
const APPLICATION = 'src/entry-client.tsx';
const RESENDING = 'src/leads/resend-stored-leads.ts';

/** Reads the production build. Throws when there is none, or when it is half there. */
export async function readSiteBuild(root: string): Promise<SiteBuild> {
  const file = path.join(root, 'dist/client/.vite/manifest.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error('The site is not built. Run `npm run build`, then start again.');
  });
  const notWhole = (cause?: unknown) => {
    const detail = cause instanceof Error ? ` (${cause.message})` : '';
    return new Error(`The build is not whole. Run \`npm run build\` again.${detail}`, { cause });
  };
  const manifest = readManifest(text);
  const loader = manifest?.[LOADER];
  if (!loader || !manifest[APPLICATION] || !manifest[RESENDING]) throw notWhole();
  const server = pathToFileURL(path.join(root, 'dist/server/entry-server.js')).href;
  const entry: EntryServer = await import(server).catch((error: unknown) => {
    throw notWhole(error);
  });

  const collect = (key: string, files: Set<string>) => {
    const chunk = manifest[key];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    for (const each of chunk.imports) collect(each, files);
  };
  const filesOf = (...keys: string[]) => {
    const files = new Set<string>();
    for (const key of keys) collect(key, files);
    return [...files];
  };
  return {
    entry: () => Promise.resolve(entry),
    scripts: [`/${loader.file}`],
    loaderFiles: () => filesOf(LOADER),
    applicationFiles: () => filesOf(APPLICATION),
    viewFiles: (blocks) => filesOf(...[...blocks].map((block) => `blocks/${block}/view.tsx`)),
    resendingFiles: () => filesOf(RESENDING),
    version: () => 0,
  };
}

function readManifest(text: string): z.infer<typeof manifestSchema> | null {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
