import type { ReactNode, SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';

/**
 * Renders a dialog outside Puck's form, because forms cannot be nested. Puck must not receive its events, which React
 * passes on even so: Puck would ignore changes of a text editor whose field does not have the focus, or submit its form.
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
