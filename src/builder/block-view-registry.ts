import { createContext, type ComponentType } from 'react';
import { BODY_BLOCK_PREFIX } from './body-block.ts';

/** The view of a block or of a body block. Its props have already been validated. */
export type BlockView = ComponentType<Record<string, unknown>>;

type ViewLoader = () => Promise<{ default: BlockView }>;

/** Finds the views of blocks and keeps track of which are loaded. */
export interface BlockViewRegistry {
  /** Whether a block with this id exists. */
  has(block: string): boolean;
  /** Returns the view; undefined if it is not loaded. */
  view(block: string): BlockView | undefined;
  /** Loads views. Never rejects: if a view fails to load, `view` returns undefined and loading can be retried. */
  load(blocks: Iterable<string>): Promise<void>;
  /**
   * Sets files by block id. `load` fetches them before it imports the view, because a browser never requests a module
   * again after a failure.
   */
  expectFiles(files: Readonly<Record<string, readonly string[]>>): void;
}

/** Creates a registry from loaders by block id. */
export function createBlockViewRegistry(loaders: Readonly<Record<string, ViewLoader>>): BlockViewRegistry {
  const views = new Map<string, BlockView>();
  const loading = new Map<string, Promise<void>>();
  let files: Readonly<Record<string, readonly string[]>> = {};
  const loadOne = async (block: string, loader: ViewLoader) => {
    try {
      await Promise.all((files[block] ?? []).map(arrived));
      views.set(block, (await loader()).default);
    } catch {
      // The view is still missing, so the placement reports the failure.
    }
    loading.delete(block);
  };
  const load = (block: string): Promise<void> => {
    const loader = loaders[block];
    if (!loader || views.has(block)) return Promise.resolve();
    const own = loading.get(block) ?? loadOne(block, loader);
    loading.set(block, own);
    return own;
  };
  return {
    has: (block) => block in loaders,
    view: (block) => views.get(block),
    load: async (blocks) => {
      await Promise.all([...new Set(blocks)].map(load));
    },
    expectFiles: (expected) => {
      files = expected;
    },
  };
}

// Duplicated in `entry-loader.ts`: a shared module would be an extra file for every visitor to download.
async function arrived(file: string): Promise<void> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  await response.arrayBuffer();
}

const modules = import.meta.glob<{ default: BlockView }>('../../blocks/*/view.tsx');

const loaders = Object.fromEntries(
  Object.entries(modules).map(([path, loader]) => [path.split('/').at(-2) ?? path, loader]),
);

/** The ids of all body blocks. */
export const bodyBlockIds = Object.keys(loaders).filter((id) => id.startsWith(BODY_BLOCK_PREFIX));

/** The registry of all blocks: each folder in `blocks/` that has a `view.tsx`. */
export const blockViewRegistry = createBlockViewRegistry(loaders);

/** The registry in which components look up views. Tests provide their own. */
export const BlockViewRegistryContext = createContext(blockViewRegistry);
