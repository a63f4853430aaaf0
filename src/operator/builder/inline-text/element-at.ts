/**
 * Whether an event target is an element. `instanceof` does not work, because elements in the frame have the classes
 * of the frame's window.
 */
export function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target;
}

/**
 * Returns the innermost element at a point, in the coordinates of the element's window; null if there is none. Puck
 * disables pointer events in sections, so `event.target` is not that element.
 */
export function elementAt(element: Element, x: number, y: number): Element | null {
  for (const child of [...element.children].toReversed()) {
    const inner = elementAt(child, x, y);
    if (inner) return inner;
  }
  const isHit = [...element.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x < right && y >= top && y < bottom,
  );
  return isHit ? element : null;
}
