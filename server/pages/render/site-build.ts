import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** The exports of `src/entry-server.tsx`, which renders pages. */
export type EntryServer = typeof import('../../../src/entry-server.tsx');

/** The built site: the code that renders its pages, and the files that documents refer to. */
export interface SiteBuild {
  /** Returns the code that renders pages. Called for each rendering, because in development the code changes. */
  entry(): Promise<EntryServer>;
  /** URLs of the scripts in every public page; the last one is the loader. */
  scripts: readonly string[];
  /** URLs of the scripts in every operator screen. */
  operatorScripts: readonly string[];
  /**
   * Returns the URLs of the files that an operator screen needs besides `operatorScripts`. `screen` is the name of
   * its file.
   */
  operatorFiles(screen: string): string[];
  /** URLs of the scripts in every preview; the last one starts the application. */
  previewScripts: readonly string[];
  /** Returns the URLs of the loader, which comes first, and of the files it imports. */
  loaderFiles(): string[];
  /** Returns the URLs of the application's files. The first one imports the others. */
  applicationFiles(): string[];
  /**
   * Returns the URLs of the files that run a form without the application. The first one imports the others. Empty in
   * development, where the application runs every view.
   */
  islandFiles(): string[];
  /** Returns the URLs of the views of these blocks, and of the files they import. */
  viewFiles(blocks: Iterable<string>): string[];
  /** Returns the URLs of the files that resend leads stored in the browser. The loader imports the first one. */
  resendingFiles(): string[];
  /** Returns the URLs of the files that measure the speed of a page. The loader imports the first one. */
  vitalsFiles(): string[];
  /** Returns a number that changes whenever stored pages become invalid, as in development. */
  version(): number;
}

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

type Manifest = z.infer<typeof manifestSchema>;

const LOADER = 'src/entry-loader.ts';
const APPLICATION = 'src/entry-client.tsx';
const ISLANDS = 'src/entry-islands.tsx';
const OPERATORS = 'src/operator/entry-operator.ts';
const OPERATOR_APP = 'src/operator/start-operator-app.tsx';
const OPERATOR_SCREENS = 'src/operator/screens/';
const PREVIEW = 'src/preview/entry-preview.tsx';
const RESENDING = 'src/leads/resend-stored-leads.ts';
const VITALS = 'src/entry-vitals.ts';

/** Reads the production build. Throws an `Error` that names the fix if the build is missing or incomplete. */
export async function readSiteBuild(root: string): Promise<SiteBuild> {
  const manifests = path.join(root, 'dist/client/.vite');
  const text = await readFile(path.join(manifests, 'manifest.json'), 'utf8').catch(() => {
    throw new Error('The site is not built. Run `npm run build`, then start again.');
  });
  const incompleteBuild = (cause?: unknown) => {
    const detail = cause instanceof Error ? ` (${cause.message})` : '';
    return new Error(`The build is incomplete. Run \`npm run build\` again.${detail}`, { cause });
  };
  const manifest = readManifest(text);
  // The operators' screens are built separately (vite.config.ts).
  const operatorsText = await readFile(path.join(manifests, 'operators.json'), 'utf8').catch(() => '');
  const operators = readManifest(operatorsText);
  const operatorEntry = operators?.[OPERATORS];
  const preview = manifest?.[PREVIEW];
  const others = [LOADER, APPLICATION, ISLANDS, RESENDING, VITALS];
  if (!manifest || !operators || !operatorEntry || !preview || others.some((each) => !manifest[each]))
    throw incompleteBuild();
  const server = pathToFileURL(path.join(root, 'dist/server/entry-server.js')).href;
  const entry: EntryServer = await import(server).catch((error: unknown) => {
    throw incompleteBuild(error);
  });

  const filesOf = (...keys: string[]) => withImports(manifest, keys);
  return {
    entry: () => Promise.resolve(entry),
    // Includes the loader's imports, so that the browser fetches all of them in parallel. The loader comes last.
    scripts: filesOf(LOADER).toReversed(),
    operatorScripts: [`/${operatorEntry.file}`],
    operatorFiles: (screen) => withImports(operators, [OPERATOR_APP, OPERATOR_SCREENS + screen]),
    previewScripts: [`/${preview.file}`],
    loaderFiles: () => filesOf(LOADER),
    applicationFiles: () => filesOf(APPLICATION),
    islandFiles: () => filesOf(ISLANDS),
    viewFiles: (blocks) => filesOf(...[...blocks].map((block) => `blocks/${block}/view.tsx`)),
    resendingFiles: () => filesOf(RESENDING),
    vitalsFiles: () => filesOf(VITALS),
    version: () => 0,
  };
}

/**
 * Returns the URLs of chunks, by their keys in the manifest, and of the files they import. Each file comes before the
 * files it imports.
 */
function withImports(manifest: Manifest, keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const collect = (key: string): string[] => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    return [...chunk.imports.flatMap(collect), `/${chunk.file}`];
  };
  return keys.flatMap(collect).toReversed();
}

function readManifest(text: string): Manifest | null {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
