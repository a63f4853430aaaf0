import { useEffect, type ReactNode } from 'react';
import { CanvasFrame } from './canvas.tsx';
import { useHeldUndo } from './held-undo.ts';

/** The frame of the page editor. Names what Puck leaves without a name. */
export function EditorFrame({ children, document: canvas }: { children: ReactNode; document?: Document }) {
  useHeldUndo(canvas);
  useEffect(() => {
    canvas?.documentElement.setAttribute('lang', 'en-US');
    canvas?.defaultView?.frameElement?.setAttribute('title', 'Page');
    document.querySelector('[class*="zoomSelect"]')?.setAttribute('aria-label', 'Zoom');
    // It stays, and only looks as if it were gone.
    document.querySelector('[class*="PuckCanvas-loader"]')?.setAttribute('aria-hidden', 'true');
  }, [canvas]);
  return <CanvasFrame {...(canvas ? { document: canvas } : {})}>{children}</CanvasFrame>;
}
