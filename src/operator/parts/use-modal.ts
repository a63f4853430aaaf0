import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Opens a modal dialog for as long as it is rendered. When it closes, the focus returns to where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect, because the element must still be in the document to return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
