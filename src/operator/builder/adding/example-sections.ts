import type { Data } from '@puckeditor/core';
import { createContext, use, useState } from 'react';
import type { BlocksById } from '../saving/page-data.ts';
import { isStillExample } from './still-example.ts';

const NONE: ReadonlySet<string> = new Set();

/** Provides the ids of the sections that still show the example of their block. */
export const ExampleSectionsContext = createContext(NONE);

/** Whether a section still shows the example of its block. */
export function useIsExample(id: string): boolean {
  return use(ExampleSectionsContext).has(id);
}

/**
 * Returns the ids of the sections that still show their example. Returns the same `Set` object until the ids change.
 */
export function useExampleSections({ content }: Data, blocks: BlocksById): ReadonlySet<string> {
  const [known, setKnown] = useState(NONE);
  const found = content.flatMap(({ type, props }) => {
    const block = blocks.get(type);
    return block && isStillExample(props, block) ? [props.id] : [];
  });
  if (found.length === known.size && found.every((id) => known.has(id))) return known;
  const next = new Set(found);
  setKnown(next);
  return next;
}
