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
}

/** Makes a registry over loaders by block id. */
export function createRegistry(loaders: Readonly<Record<string, ViewLoader>>): Registry {
  const views = new Map<string, View>();
  const load = async (block: string) => {
    const loader = loaders[block];
    if (!loader || views.has(block)) return;
    try {
      views.set(block, (await loader()).default);
    } catch {
      // Absent is the answer: the boundary around the placement shows and reports it.
    }
  };
  return {
    has: (block) => block in loaders,
    view: (block) => views.get(block),
    load: async (blocks) => {
      await Promise.all([...new Set(blocks)].map(load));
    },
  };
}

const modules = import.meta.glob<{ default: View }>('../../blocks/*/view.tsx');

/** The registry of the blocks in `blocks/`: a folder there is a block here, with no list to edit. */
export const registry = createRegistry(
  Object.fromEntries(
    Object.entries(modules).map(([path, loader]) => [path.split('/').at(-2) ?? path, loader]),
  ),
);
