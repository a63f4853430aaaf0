import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref for a `<dialog>`, which is shown as a modal as long as it is rendered. On close, the focus returns to
 * where it was.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because its cleanup runs while the element is still in the document. Afterwards, `close()` could
  // not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
