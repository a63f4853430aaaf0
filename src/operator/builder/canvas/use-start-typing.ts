import { useCanvasState } from '../editor-context.ts';
import { useTypeInPlace } from './type-in-place.ts';
import { useFindField } from './use-find-field.ts';

/** Elements whose texts are not typed in place. */
const REFUSED = 'a, button, summary, label, svg, form';

/**
 * Returns a function that starts typing in the first text of a section that can be typed in place, without a pointer. It
 * returns false if there is none.
 */
export function useStartTyping(): (id: string, block: string) => boolean {
  const { keyOf } = useCanvasState();
  const find = useFindField();
  const typeInPlace = useTypeInPlace();
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

/** Returns the elements with text of their own, in the order of the document. */
function textElements(section: Element | null | undefined): Element[] {
  return [...(section?.querySelectorAll('*') ?? [])].filter(
    (element) =>
      !element.closest(REFUSED) &&
      [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '',
      ),
  );
}
