import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref for a dialog that is shown as a modal while it is rendered. When it closes, the focus returns to where
 * it was.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because its cleanup runs while the element is still in the document; otherwise, `close()` could
  // not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
