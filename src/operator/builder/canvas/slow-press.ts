import { useEffect, useEffectEvent } from 'react';

/** What is needed of a click: its target and its point, in the coordinates of the frame. */
export interface CanvasPress {
  target: EventTarget | null;
  clientX: number;
  clientY: number;
  /** The number of clicks in a row. */
  detail: number;
}

/** A press that moves further than this is a drag, in pixels. Puck drags from the same distance on. */
const MAX_MOVE_PX = 5;

/**
 * Calls `onPress` for a slow press on a section that moves nothing. Puck begins to drag a section that is pressed for
 * 200 ms, and then the target of the click is the body of the frame.
 */
export function useSlowPress(root: HTMLElement | null, onPress: (press: CanvasPress) => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!root) return;
    const document = root.ownerDocument;
    const listening = new AbortController();
    let start: PointerEvent | null = null;
    const down = (event: PointerEvent) => {
      start = event.isPrimary && event.button === 0 ? event : null;
    };
    const click = ({ target, clientX, clientY }: MouseEvent) => {
      const begin = start;
      start = null;
      if (!begin || target !== document.body) return;
      if (Math.hypot(clientX - begin.clientX, clientY - begin.clientY) >= MAX_MOVE_PX) return;
      press({ target: begin.target, clientX, clientY, detail: 1 });
    };
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('pointerdown', down, options);
    document.addEventListener('click', click, options);
    return () => listening.abort();
  }, [root]);
}
