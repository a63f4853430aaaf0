import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { WideDialog } from './wide-dialog.tsx';

/** As browsers send it to a dialog on Escape. */
const escape = () => new Event('cancel', { cancelable: true });
/** As browsers send it to a file input when the file chooser is closed without a file. */
const noFile = () => new Event('cancel', { bubbles: true });

it('is closed by Escape', () => {
  const onClose = vi.fn<() => void>();
  renderScreen(
    <WideDialog title="Pictures" onClose={onClose}>
      <p>None</p>
    </WideDialog>,
  );
  fireEvent(screen.getByRole('dialog'), escape());
  expect(onClose).toHaveBeenCalledOnce();
});

it('stays open when the file chooser of an input in it is canceled', () => {
  const onClose = vi.fn<() => void>();
  renderScreen(
    <WideDialog title="Pictures" onClose={onClose}>
      <input type="file" aria-label="Picture" />
    </WideDialog>,
  );
  fireEvent(screen.getByLabelText('Picture'), noFile());
  expect(onClose).not.toHaveBeenCalled();
});

it('stays open when a question in it is canceled', () => {
  const does = { close: vi.fn<() => void>(), cancel: vi.fn<() => void>() };
  renderScreen(
    <WideDialog title="Variants" onClose={does.close}>
      <ConfirmDialog
        open
        title="Delete it?"
        confirmLabel="Delete"
        onConfirm={() => {}}
        onCancel={does.cancel}
      >
        Its layout is deleted.
      </ConfirmDialog>
    </WideDialog>,
  );
  fireEvent(screen.getByRole('dialog', { name: 'Delete it?' }), escape());
  expect(does.cancel).toHaveBeenCalledOnce();
  expect(does.close).not.toHaveBeenCalled();
});

it('forms and questions stay open, too, when a file chooser in them is canceled', () => {
  const onCancel = vi.fn<() => void>();
  renderScreen(
    <>
      <FormDialog title="Import" submitLabel="Import" onSubmit={() => {}} onCancel={onCancel}>
        <input type="file" aria-label="File of the form" />
      </FormDialog>
      <ConfirmDialog open title="Import?" confirmLabel="Import" onConfirm={() => {}} onCancel={onCancel}>
        <input type="file" aria-label="File of the question" />
      </ConfirmDialog>
    </>,
  );
  fireEvent(screen.getByLabelText('File of the form'), noFile());
  fireEvent(screen.getByLabelText('File of the question'), noFile());
  expect(onCancel).not.toHaveBeenCalled();
});
