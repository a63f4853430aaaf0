import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

// In jsdom, every box is at 0, 0 and has no size.
const INSIDE = { clientX: 0, clientY: 0 };
const OUTSIDE = { clientX: 40, clientY: 40 };

function dialog({ busy = false } = {}) {
  const does = { confirm: vi.fn<() => void>(), cancel: vi.fn<() => void>() };
  renderScreen(
    <ConfirmDialog
      open
      title="Clear all?"
      confirmLabel="Clear all"
      danger
      busy={busy}
      onConfirm={does.confirm}
      onCancel={does.cancel}
    >
      This cannot be undone.
    </ConfirmDialog>,
  );
  return does;
}

it('has a name and a description, and does nothing until the operator decides', () => {
  const does = dialog();
  const box = screen.getByRole('dialog', { name: 'Clear all?' });
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This cannot be undone.',
  );
  expect(does.confirm).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(does.confirm).toHaveBeenCalledOnce();
  expect(does.cancel).not.toHaveBeenCalled();
});

it('is canceled by its button, by Escape and by a click outside', () => {
  const does = dialog();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const box = screen.getByRole('dialog');
  fireEvent(box, new Event('cancel', { cancelable: true }));
  fireEvent.mouseDown(box, OUTSIDE);
  fireEvent.click(box, OUTSIDE);
  expect(does.cancel).toHaveBeenCalledTimes(3);
  expect(does.confirm).not.toHaveBeenCalled();
});

it('stays open at a click in its padding, and when a press inside ends outside, or the other way round', () => {
  const does = dialog();
  const box = screen.getByRole('dialog');
  for (const [pressed, released] of [
    [INSIDE, INSIDE],
    [INSIDE, OUTSIDE],
    [OUTSIDE, INSIDE],
  ]) {
    fireEvent.mouseDown(box, pressed);
    fireEvent.click(box, released);
  }
  fireEvent.mouseDown(screen.getByText('This cannot be undone.'), INSIDE);
  fireEvent.click(box, OUTSIDE);
  expect(does.cancel).not.toHaveBeenCalled();
});

it('ignores further clicks while busy', () => {
  const does = dialog({ busy: true });
  fireEvent.click(screen.getByRole('button', { name: 'Working…' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const box = screen.getByRole('dialog');
  fireEvent(box, new Event('cancel', { cancelable: true }));
  fireEvent.mouseDown(box, OUTSIDE);
  fireEvent.click(box, OUTSIDE);
  expect(does.confirm).not.toHaveBeenCalled();
  expect(does.cancel).not.toHaveBeenCalled();
});
