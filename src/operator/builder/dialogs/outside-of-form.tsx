import type { ReactNode, SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';

/**
 * Renders a dialog outside Puck's form, because forms cannot be nested. It also stops React events, which bubble
 * through portals: otherwise, Puck would ignore changes of its text editor while the dialog has the focus, or submit
 * its form.
 */
export function OutsideOfForm({ children }: { children: ReactNode }) {
  const stop = (event: SyntheticEvent) => event.stopPropagation();
  return createPortal(
    <div onFocus={stop} onBlur={stop} onSubmit={stop}>
      {children}
    </div>,
    document.body,
  );
}
