import type { PointerEvent } from 'react';

/** How far to the right a toast is swept to be dismissed, in CSS pixels. As specified. */
export const SWIPE_PX = 50;
/** A finger that moved less has not begun to swipe: its tap stays a tap. */
const SLACK_PX = 8;

/** Handlers that let an element be swept away to the right with a finger, a pen or the mouse. */
export function swipeAway(dismiss: () => void) {
  let start: number | null = null;
  const drop = (element: HTMLElement) => {
    start = null;
    element.style.translate = '';
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.isPrimary && event.button === 0) start = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      // Let go elsewhere: no swipe any more.
      if (event.buttons === 0) drop(event.currentTarget);
      if (start === null) return;
      const way = event.clientX - start;
      if (way < SLACK_PX) return;
      // Not before: a captured pointer's click would miss the button it is on.
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.style.translate = `${way}px`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start === null) return;
      const way = event.clientX - start;
      drop(event.currentTarget);
      if (way > SWIPE_PX) dismiss();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      drop(event.currentTarget);
    },
  };
}
