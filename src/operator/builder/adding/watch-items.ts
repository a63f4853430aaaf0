import type { KeyboardEvent } from 'react';

/** Puck's draggable items. Each also has a copy without a role, which stays at its place while the item is dragged. */
const ITEM = '[data-puck-drawer-item][role="button"]';
const COPY = '[class*="Drawer-draggableBg"]';

/**
 * Corrects what the drag-and-drop library says about the items of a list: that a space picks them up, which is not so
 * here, and that an item which cannot be dragged is disabled, unless the page is read-only. An item is described by its
 * line and by the element with the id `hint`. Only one of them can be reached with Tab, and arrow keys lead to the others.
 * Items are replaced after each drag, so this is repeated after every change, until the returned function is called.
 */
export function watchItems(
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

/** Setting an attribute calls the observer again, also if its value stays the same. */
function setOnce(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function itemsOf(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(ITEM)];
}

/** Focuses an item, which Tab then reaches. */
export function focusItem(root: Element, at: number): void {
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

/** Moves the focus between the items of a list. Returns whether the key does that. */
export function moveFocus({ key, target, currentTarget }: KeyboardEvent): boolean {
  const step = STEPS[key];
  const at = target instanceof HTMLElement ? itemsOf(currentTarget).indexOf(target) : -1;
  if (step === undefined || at < 0) return false;
  focusItem(currentTarget, at + step);
  return true;
}
