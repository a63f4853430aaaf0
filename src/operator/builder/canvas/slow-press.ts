import { useGetPuck } from '@puckeditor/core';
import { useEffect, useEffectEvent } from 'react';
import { isElement } from '../inline-text/element-at.ts';

/** The properties of a click on the canvas that its handlers use. The point is in the coordinates of the frame. */
export interface CanvasPress {
  target: EventTarget | null;
  clientX: number;
  clientY: number;
  /** The number of clicks in a row. */
  detail: number;
}

/** From this distance on, in CSS pixels, a press is a drag. Puck starts a drag at the same distance. */
const MAX_MOVE_PX = 5;
const DROP_CHECK_MS = 50;

/** Functions that are called for held presses on a section that move nothing. */
interface SlowPressHandlers {
  click: (press: CanvasPress) => void;
  doubleClick: (press: CanvasPress) => void;
}

/**
 * Calls `handlers` for a click or double-click on a section that is held but moves nothing, with the pressed element as
 * the target. Puck begins to drag a section that is pressed for 200 ms, and then the target of the click is the body of
 * the frame.
 */
export function useHeldSectionPress(root: HTMLElement | null, handlers: SlowPressHandlers): void {
  const getPuck = useGetPuck();
  const onClick = useEffectEvent(handlers.click);
  const onDoubleClick = useEffectEvent(handlers.doubleClick);
  useEffect(() => {
    if (!root) return;
    const document = root.ownerDocument;
    const listening = new AbortController();
    let start: PointerEvent | null = null;
    /**
     * The element of a section that was pressed last. While Puck drops the section, the target of the `dblclick` event
     * is outside of it.
     */
    let pressed: Element | null = null;
    const down = (event: PointerEvent) => {
      start = event.isPrimary && event.button === 0 ? event : null;
    };
    const click = ({ target, clientX, clientY }: MouseEvent) => {
      const begin = start;
      start = null;
      if (!begin || target !== document.body) return;
      if (Math.hypot(clientX - begin.clientX, clientY - begin.clientY) >= MAX_MOVE_PX) return;
      onClick({ target: begin.target, clientX, clientY, detail: 1 });
    };
    const doublePress = ({ target, detail }: MouseEvent) => {
      if (isInSection(target)) pressed = target;
      else if (detail === 1) pressed = null;
    };
    const doubleClick = ({ target, clientX, clientY, detail }: MouseEvent) => {
      if (!pressed || isInSection(target)) return;
      const press = { target: pressed, clientX, clientY, detail };
      const whenDropped = () => {
        if (listening.signal.aborted) return;
        // Wait for the end of the drop, which would take the focus from the text editor.
        if (getPuck().appState.ui.isDragging) setTimeout(whenDropped, DROP_CHECK_MS);
        else onDoubleClick(press);
      };
      whenDropped();
    };
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('pointerdown', down, options);
    document.addEventListener('mousedown', doublePress, options);
    document.addEventListener('click', click, options);
    document.addEventListener('dblclick', doubleClick, options);
    return () => listening.abort();
  }, [root, getPuck]);
}

function isInSection(target: EventTarget | null): target is Element {
  return isElement(target) && target.closest('[data-puck-component]') !== null;
}
