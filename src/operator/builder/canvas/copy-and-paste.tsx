import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { useState, useSyncExternalStore } from 'react';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { copiedText, copySection, onCopy, readCopied } from './copied-section.ts';
import { useCanvasState } from '../editor-context.ts';

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
