import type { KeyboardEvent } from 'react';

/**
 * Selects Puck's draggable items. Puck also renders a copy of each without a role, which stays in the list during a
 * drag.
 */
const ITEM = '[data-puck-drawer-item][role="button"]';
const COPY = '[class*="Drawer-draggableBg"]';

/**
 * Corrects the ARIA attributes that the drag-and-drop library sets on the items of a list, and makes only one item
 * reachable with Tab. Puck replaces the items after each drag, so the correction is repeated after every change until
 * the returned function is called. `hint` is the id of an element that describes every item.
 */
export function correctDrawerItems(
  root: HTMLElement,
  { hint, isReadOnly }: { hint: string; isReadOnly: boolean },
): () => void {
  const correct = () => {
    for (const copy of root.querySelectorAll(COPY)) setOnce(copy, 'aria-hidden', 'true');
    const items = itemsOf(root);
    const reachable =
      items.find((item) => item.tabIndex === 0 && item.hasAttribute('data-reached')) ?? items[0];
    for (const item of items) {
      setOnce(item, 'aria-roledescription', 'section to add');
      const choice = item.closest('[data-choice]');
      setOnce(item, 'aria-describedby', `${choice?.querySelector('[data-line]')?.id ?? ''} ${hint}`);
      item.removeAttribute('aria-pressed');
      if (!isReadOnly) item.removeAttribute('aria-disabled');
      setOnce(item, 'tabindex', item === reachable ? '0' : '-1');
    }
  };
  const observer = new MutationObserver(correct);
  const attributeFilter = ['role', 'aria-pressed', 'aria-disabled', 'aria-describedby', 'tabindex'];
  observer.observe(root, { subtree: true, childList: true, attributeFilter });
  correct();
  return () => observer.disconnect();
}

/** Sets an attribute only if the value differs, because every call of `setAttribute` triggers the observer again. */
function setOnce(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function itemsOf(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(ITEM)];
}

/**
 * Focuses the item at this index and makes it the one that Tab reaches. An index out of range means the first or last
 * item.
 */
export function focusDrawerItem(root: Element, at: number): void {
  const items = itemsOf(root);
  const next = items[Math.max(0, Math.min(items.length - 1, at))];
  if (!next) return;
  for (const item of items) {
    item.toggleAttribute('data-reached', item === next);
    item.tabIndex = item === next ? 0 : -1;
  }
  next.focus();
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Moves the focus between the items with the arrow keys, Home and End. Returns false if the key is another one, or if
 * no item has the focus.
 */
export function moveDrawerFocus({ key, target, currentTarget }: KeyboardEvent): boolean {
  const step = STEPS[key];
  const at = target instanceof HTMLElement ? itemsOf(currentTarget).indexOf(target) : -1;
  if (step === undefined || at < 0) return false;
  focusDrawerItem(currentTarget, at + step);
  return true;
}
