import { createContext, type ComponentType } from 'react';
import { BODY_BLOCK_PREFIX } from './body-block.ts';

/** A block's view. Its props have already been validated against the block's fields. */
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
   * Sets the files of each block's view. They are fetched before the view is imported, because a browser never requests
   * a module again after a failure.
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

// Duplicated in the loader: a shared module would be an extra file for every visitor to download.
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

/** The registry of all blocks. Every folder in `blocks/` is registered automatically. */
export const blockViewRegistry = createBlockViewRegistry(loaders);

/** The registry that views are looked up in; tests provide their own. */
export const BlockViewRegistryContext = createContext(blockViewRegistry);
