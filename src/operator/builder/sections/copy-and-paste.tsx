import type { Data } from '@puckeditor/core';
import { useSyncExternalStore } from 'react';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { useCanvasState } from '../editor-context.ts';
import { propName, type BlocksById } from '../saving/page-data.ts';
import { useInsertSections } from './use-insert-sections.ts';

/**
 * A button that pastes the copied sections below the selected one, or at the end of the page. The pasted sections get
 * new keys. Renders nothing if no section was copied.
 */
export function PasteSectionsButton() {
  const { blocks } = useCanvasState();
  const insert = useInsertSections();
  const copied = parseCopiedSections(useSyncExternalStore(onSectionsCopied, copiedSectionsJson), blocks);
  const [first] = copied;
  if (!first) return null;
  return (
    <SmallButton
      $look="outline"
      type="button"
      onClick={() => insert(copied.map(({ block, props }) => ({ type: block, props })))}
    >
      Paste{' '}
      {copied.length === 1 ? (blocks.get(first.block)?.title ?? first.block) : `${copied.length} sections`}
    </SmallButton>
  );
}

type Item = Data['content'][number];

/** A section that can be pasted on any page. */
interface CopiedSection {
  /** The id of the section's block. */
  block: string;
  /**
   * The section's values and settings, without its key, which belongs to the page. Pictures are media library ids.
   */
  props: Readonly<Record<string, unknown>>;
}

const NAME = 'pageBuilder:copiedSection';
const SETTINGS = ['_hidden', '_region', '_from', '_until', '_shared'];
const listeners = new Set<() => void>();

/**
 * Copies sections to local storage, so that they can be pasted on any page. Returns false if local storage is full or
 * blocked.
 */
export function copySections(items: readonly Item[]): boolean {
  const sections = items.map(({ type, props: { id: _key, ...props } }): CopiedSection => ({
    block: type,
    props,
  }));
  try {
    localStorage.setItem(NAME, JSON.stringify({ sections }));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** Returns the copied sections as JSON, or null if nothing was copied or local storage is blocked. */
export function copiedSectionsJson(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/**
 * Calls the listener when sections are copied in this tab or another one. Returns a function that stops listening.
 */
export function onSectionsCopied(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/**
 * Parses the JSON of copied sections. Leaves out sections whose block does not exist any more, and values without a
 * field. Returns an empty list for null or invalid JSON.
 */
export function parseCopiedSections(text: string | null, blocks: BlocksById): readonly CopiedSection[] {
  return parsed(text).flatMap(({ block: id, props }) => {
    const block = blocks.get(id);
    if (!block) return [];
    const names = new Set([...Object.keys(block.fields).map(propName), ...SETTINGS]);
    return [
      { block: id, props: Object.fromEntries(Object.entries(props).filter(([name]) => names.has(name))) },
    ];
  });
}

function parsed(text: string | null): CopiedSection[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return [];
    // An earlier version of the page builder stored a single section.
    const sections = 'sections' in value && Array.isArray(value.sections) ? value.sections : [value];
    return sections.filter(isSection);
  } catch {
    return [];
  }
}

function isSection(value: unknown): value is CopiedSection {
  if (typeof value !== 'object' || value === null || !('block' in value) || !('props' in value)) return false;
  return typeof value.block === 'string' && typeof value.props === 'object' && value.props !== null;
}
