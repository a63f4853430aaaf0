/** Elements in the frame are not instances of this window's classes. */
export function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target;
}

/** Returns the innermost element at a point. `event.target` does not identify one without pointer events. */
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
