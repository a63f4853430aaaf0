import { useGetPuck } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { apiQuery } from '../../call-api.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { LoadingState } from '../../parts/states/loading-state.tsx';
import { WideDialog } from '../../parts/dialogs/wide-dialog.tsx';
import { useCanvasState } from '../editor-context.ts';
import { LinkField } from '../fields/link-field.tsx';
import { PictureDialog } from '../pictures/picture-dialog.tsx';
import { useCanvasEditing, useCanvasEditingState, type CanvasValueDialogState } from './canvas-editing.ts';

/** Shows the dialog for a link or a picture that was clicked on the canvas. */
export function CanvasValueDialog() {
  const canvas = useCanvasEditing();
  const { value } = useCanvasEditingState();
  if (!value) return null;
  const close = () => canvas.set({ value: null });
  return value.kind === 'link' ? (
    <LinkValueDialog open={value} onClose={close} />
  ) : (
    <PictureValueDialog open={value} onClose={close} />
  );
}

interface Props {
  open: CanvasValueDialogState;
  onClose: () => void;
}

function LinkValueDialog({ open, onClose }: Props) {
  const [link, setLink] = useState(open.value);
  return (
    <FormDialog
      title={`Change the link: ${open.label}`}
      submitLabel="Change the link"
      onCancel={onClose}
      onSubmit={() => {
        open.set(link);
        onClose();
      }}
    >
      <LinkField label={open.label} value={link} readOnly={false} onChange={setLink} />
    </FormDialog>
  );
}

function PictureValueDialog({ open, onClose }: Props) {
  const { show } = useCanvasState();
  const getPuck = useGetPuck();
  const id = typeof open.value === 'number' ? open.value : null;
  const { data, isLoading } = useQuery({
    ...apiQuery(pageCalls.picture, { id: id ?? 0 }),
    enabled: id !== null,
    retry: false,
  });
  const choose = (chosen: LibraryPicture) => {
    // The page still has the same picture, but its alternative text or focal point may have changed.
    if (chosen.id === id) show(getPuck().appState.data);
    else open.set(chosen.id);
    onClose();
  };
  if (isLoading) {
    return (
      <WideDialog title={open.label} onClose={onClose}>
        <LoadingState label="Loading the picture…" />
      </WideDialog>
    );
  }
  return (
    <PictureDialog
      label={open.label}
      current={data ?? null}
      startsWithDetails={false}
      onChoose={choose}
      onClose={onClose}
    />
  );
}
