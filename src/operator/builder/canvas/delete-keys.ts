import { useGetPuck } from '@puckeditor/core';
import { use, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { useCanChangeSections } from '../editor-context.ts';
import { isElement } from '../inline-text/element-at.ts';
import { ChosenSectionsContext } from '../sections/chosen-sections.ts';
import { useSectionActions } from '../sections/use-section-actions.ts';

const KEYS = new Set(['Delete', 'Backspace']);
const OUTLINE = '[data-outline]';

/** Where the focus is when sections can be deleted with a key. `page`: on the body of the builder's own document. */
export interface DeleteKeyFocus {
  place: 'outline' | 'canvas' | 'page';
  /** The id of the section that has the focus; null if the focus is on none. */
  section: string | null;
}

/**
 * Removes sections with Delete and Backspace, in this document and in the canvas frame. Puck's own shortcut would
 * remove the selected section wherever the focus is: in a form on the canvas, or on a row of a list.
 */
export function useDeleteKeys(frame: Document | undefined): void {
  const getPuck = useGetPuck();
  const chosen = use(ChosenSectionsContext);
  const canChange = useCanChangeSections();
  const { remove } = useSectionActions();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!KEYS.has(event.code)) return;
    // Keep the key from Puck's own listener, which is on the document.
    event.stopPropagation();
    const { altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented, target } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || repeat || defaultPrevented || !canChange) return;
    const focus = isElement(target) ? deleteKeyFocusOf(target, frame) : null;
    if (!focus || document.querySelector('dialog[open]')) return;
    const { appState, selectedItem } = getPuck();
    const ids = appState.data.content.map(({ props }): string => props.id);
    const known = new Set(ids.filter((id) => chosen?.get().has(id)));
    const removed = sectionIdsToDelete(focus, known, selectedItem?.props.id ?? null);
    if (removed.size === 0) return;
    event.preventDefault();
    const index = ids.findIndex((id) => removed.has(id));
    flushSync(() => remove(removed));
    if (focus.place === 'outline') focusOutlineRow(index);
  });
  useEffect(() => {
    const listening = new AbortController();
    for (const { documentElement } of frame ? [document, frame] : [document]) {
      documentElement.addEventListener('keydown', onKey, { signal: listening.signal });
    }
    return () => listening.abort();
  }, [frame]);
}

/** Returns where the focus is, or null if Delete must not remove sections there. */
export function deleteKeyFocusOf(element: Element, frame: Document | undefined): DeleteKeyFocus | null {
  const place = element.ownerDocument === frame ? 'canvas' : 'page';
  if (element.matches('html, body')) return { place, section: null };
  if (element.closest(OUTLINE)) {
    const row = element.closest<HTMLElement>('[data-outline-row]');
    return { place: 'outline', section: row?.dataset['outlineRow'] ?? null };
  }
  // Only if the section itself has the focus, not an input, text or button in it.
  const section = place === 'canvas' ? element.getAttribute('data-puck-component') : null;
  return section === null ? null : { place, section };
}

/**
 * Returns the ids of the sections that Delete removes: those chosen in the outline, or the one that has the focus or is
 * selected. With the focus on the canvas, the chosen ones are removed only if that section is one of them, or if there
 * is no such section.
 */
export function sectionIdsToDelete(
  { place, section }: DeleteKeyFocus,
  chosen: ReadonlySet<string>,
  selected: string | null,
): ReadonlySet<string> {
  const own = section ?? selected;
  if (chosen.size > 0 && (place !== 'canvas' || own === null || chosen.has(own))) return chosen;
  return new Set(own === null ? [] : [own]);
}

/** Focuses the row that took the place of a removed one, so that the focus stays in the outline. */
function focusOutlineRow(index: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`${OUTLINE} button`)].filter((row) =>
    row.checkVisibility(),
  );
  rows[Math.min(index, rows.length - 1)]?.focus();
}
