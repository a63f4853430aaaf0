import { useCanvasState } from '../editor-context.ts';
import { useStartInlineEditing } from './inline-editing.ts';
import { useFindField } from '../sections/use-find-field.ts';

/** Selects the elements whose texts cannot be edited inline. */
const REFUSED = 'a, button, summary, label, svg, form';

/**
 * Returns a function that starts inline editing in the first editable text of a section, for keyboard users. It
 * returns false if no text can be edited inline.
 */
export function useStartSectionTextEditing(): (id: string, block: string) => boolean {
  const { keyOf } = useCanvasState();
  const find = useFindField();
  const typeInPlace = useStartInlineEditing();
  return (id, block) => {
    const frame = document.querySelector<HTMLIFrameElement>('#preview-frame')?.contentDocument;
    const section = frame?.querySelector(`[data-section="${CSS.escape(keyOf(id, block))}"]`);
    for (const element of textElements(section)) {
      const found = find(element);
      if (found?.isCertain && typeInPlace(found.target, element)) return true;
    }
    return false;
  };
}

/** Returns the elements that directly contain text, in document order. */
function textElements(section: Element | null | undefined): Element[] {
  return [...(section?.querySelectorAll('*') ?? [])].filter(
    (element) =>
      !element.closest(REFUSED) &&
      [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '',
      ),
  );
}
