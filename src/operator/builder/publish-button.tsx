import { useGetPuck } from '@puckeditor/core';
import { use, useState } from 'react';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { SmallButton } from '../parts/small-button.tsx';
import { CanvasIsBehind, useCanvasState } from './editor-context.ts';
import { placementFaults } from './section-faults.ts';

interface Props {
  label: string;
  busy: boolean;
  disabled: boolean;
  onPublish: () => void;
}

/**
 * Publishes the page. Asks for confirmation first if visitors would not see a section, because a required value is
 * missing.
 */
export function PublishButton({ label, busy, disabled, onPublish }: Props) {
  const getPuck = useGetPuck();
  const canvas = useCanvasState();
  const { placements, blocks, keyOf } = canvas;
  const isBehind = use(CanvasIsBehind);
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const findUnseen = () =>
    getPuck().appState.data.content.flatMap(({ type, props }) => {
      const key = keyOf(props.id, type);
      const title = blocks.get(type)?.title;
      if (title === undefined || props['_hidden'] === true || placements.has(key)) return [];
      return [[`${title} (${key})`, ...placementFaults(canvas, key, type)].join(': ')];
    });
  const publish = () => {
    setUnseen([]);
    onPublish();
  };
  return (
    <>
      <SmallButton
        disabled={disabled}
        aria-busy={busy}
        onClick={() => {
          const found = isBehind ? [] : findUnseen();
          if (found.length > 0) setUnseen(found);
          else publish();
        }}
      >
        {busy ? 'Saving…' : label}
      </SmallButton>
      <ConfirmDialog
        open={unseen.length > 0}
        title="Visitors will not see every section"
        confirmLabel={`${label} anyway`}
        onConfirm={publish}
        onCancel={() => setUnseen([])}
      >
        <p>Something is missing:</p>
        <ul>
          {unseen.map((section) => (
            <li key={section}>{section}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
