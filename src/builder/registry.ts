import type { ComponentType } from 'react';

/** A block's view; its props were finished against the block's own fields before they got here. */
export type View = ComponentType<Record<string, unknown>>;

type ViewLoader = () => Promise<{ default: View }>;

/** Finds the views of blocks and remembers which are loaded. */
export interface Registry {
  /** Whether a block of that id exists. */
  has(block: string): boolean;
  /** The view, once loaded. */
  view(block: string): View | undefined;
  /** Loads views; never rejects. A view that could not be loaded stays absent and can be tried again. */
  load(blocks: Iterable<string>): Promise<void>;
  /**
   * Names the files that views are made of, by block. They are fetched before the view is imported: a browser never
   * asks again for a module that failed once.
   */
  expectFiles(files: Readonly<Record<string, readonly string[]>>): void;
}

/** Makes a registry over loaders by block id. */
export function createRegistry(loaders: Readonly<Record<string, ViewLoader>>): Registry {
  const views = new Map<string, View>();
  const loading = new Map<string, Promise<void>>();
  let files: Readonly<Record<string, readonly string[]>> = {};
  const loadOne = async (block: string, loader: ViewLoader) => {
    try {
      await Promise.all((files[block] ?? []).map(arrived));
      views.set(block, (await loader()).default);
    } catch {
      // Absent is the answer: the boundary around the placement shows and reports it.
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

// The loader has the same: shared, it would be a file of its own on every visitor's way.
async function arrived(file: string): Promise<void> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  await response.arrayBuffer();
}

const modules = import.meta.glob<{ default: View }>('../../blocks/*/view.tsx');

/** The registry of the blocks in `blocks/`: a folder there is a block here, with no list to edit. */
export const registry = createRegistry(
  Object.fromEntries(
    Object.entries(modules).map(([path, loader]) => [path.split('/').at(-2) ?? path, loader]),
  ),
);
