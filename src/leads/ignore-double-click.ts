/**
 * Ignores the rest of a double click on the button of a form. The form may be gone by then, and the second click would
 * move the focus or follow a link that has taken the button's place. The next single click is handled as usual.
 */
export function ignoreDoubleClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'mousedown') {
      for (const type of TYPES) removeEventListener(type, ignore, true);
    }
  };
  for (const type of TYPES) addEventListener(type, ignore, true);
}

const TYPES = ['mousedown', 'click'] as const;
