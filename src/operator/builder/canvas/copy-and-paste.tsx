import { createUsePuck, useGetPuck, type Data } from '@puckeditor/core';
import { useState, useSyncExternalStore } from 'react';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { useCanvasState } from '../editor-context.ts';
import { propName, type Blocks } from '../saving/page-data.ts';

const usePuckState = createUsePuck();
const ZONE = 'root:default-zone';

/** A button that copies the selected section, so that it can be pasted on this page or another. */
export function CopySection() {
  const selected = usePuckState(({ selectedItem }) => selectedItem);
  const [copied, setCopied] = useState<{ id: string; isStored: boolean } | null>(null);
  if (!selected) return null;
  const { id } = selected.props;
  return (
    <>
      <SmallButton $look="outline" onClick={() => setCopied({ id, isStored: copySection(selected) })}>
        Copy
      </SmallButton>
      <span role="status">
        {copied !== null &&
          copied.id === id &&
          (copied.isStored
            ? 'Copied. Paste it under “Blocks”, on any page.'
            : 'This browser stores nothing, so the section was not copied.')}
      </span>
    </>
  );
}

/** A button that pastes the copied section below the selected one, or at the end. The pasted section gets a new key. */
export function PasteSection() {
  const { blocks } = useCanvasState();
  const getPuck = useGetPuck();
  const copied = readCopied(useSyncExternalStore(onCopy, copiedText), blocks);
  if (!copied) return null;
  const paste = () => {
    const { dispatch, appState } = getPuck();
    const selected = appState.ui.itemSelector?.index;
    const index = selected === undefined ? appState.data.content.length : selected + 1;
    const id = `${copied.block}-${crypto.randomUUID()}`;
    // Both actions form one undo step, because only the second one is recorded.
    dispatch({
      type: 'insert',
      componentType: copied.block,
      destinationIndex: index,
      destinationZone: ZONE,
      id,
      recordHistory: false,
    });
    dispatch({
      type: 'replace',
      destinationIndex: index,
      destinationZone: ZONE,
      data: { type: copied.block, props: { ...copied.props, id } },
      recordHistory: true,
    });
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone: ZONE } } });
  };
  return (
    <SmallButton $look="outline" type="button" onClick={paste}>
      Paste {blocks.get(copied.block)?.title ?? copied.block}
    </SmallButton>
  );
}

type Item = Data['content'][number];

/** A section that can be pasted on any page. */
interface CopiedSection {
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
