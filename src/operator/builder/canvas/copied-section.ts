import type { Data } from '@puckeditor/core';
import { propName, type Blocks } from '../saving/page-data.ts';

type Item = Data['content'][number];

/** A section that can be pasted on any page. */
export interface CopiedSection {
  /** The id of its block. */
  block: string;
  /** Its values and settings. The key is left out, because it belongs to the page. Pictures are media library ids. */
  props: Readonly<Record<string, unknown>>;
}

const NAME = 'pageBuilder:copiedSection';
const SETTINGS = ['_hidden', '_region', '_from', '_until'];
const listeners = new Set<() => void>();

/** Copies a section to local storage, so that it can be pasted on any page. Returns false if it cannot be stored. */
export function copySection({ type, props: { id: _key, ...props } }: Item): boolean {
  const copied: CopiedSection = { block: type, props };
  try {
    localStorage.setItem(NAME, JSON.stringify(copied));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** Returns the copied section as the stored text; null if there is none. */
export function copiedText(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/** Calls the listener when a section is copied, in this tab or another. Returns a function that stops listening. */
export function onCopy(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/**
 * Returns the copied section, adapted to the current fields of its block; null if there is none, or if the block no
 * longer exists.
 */
export function readCopied(text: string | null, blocks: Blocks): CopiedSection | null {
  const copied = parsed(text);
  const block = copied && blocks.get(copied.block);
  if (!block) return null;
  const names = new Set([...Object.keys(block.fields).map(propName), ...SETTINGS]);
  const props = Object.fromEntries(Object.entries(copied.props).filter(([name]) => names.has(name)));
  return { block: copied.block, props };
}

function parsed(text: string | null): CopiedSection | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('block' in value) || !('props' in value))
      return null;
    const { block, props } = value;
    if (typeof block !== 'string' || typeof props !== 'object' || props === null) return null;
    return { block, props: { ...props } };
  } catch {
    return null;
  }
}
