import { useGetPuck } from '@puckeditor/core';
import { useEffect } from 'react';
import { useCanvasState } from '../editor-context.ts';
import { headingOf } from './section-order.ts';

/** Selects the live region in which dnd-kit announces drags to screen readers. */
const REGION = '[id^="dnd-kit-announcement"]';

/** Replaces the ids of sections and blocks in screen reader announcements of drags with their titles. */
export function useDragAnnouncements(): void {
  const getPuck = useGetPuck();
  const { blocks, placements, keyOf } = useCanvasState();
  useEffect(() => {
    const titles = () => {
      const sections = getPuck().appState.data.content.map((item) => {
        const block = blocks.get(item.type);
        const heading = headingOf(item, block, placements.get(keyOf(item.props.id, item.type)));
        const title = block?.title ?? item.type;
        return [item.props.id, heading === null ? title : `${title} “${heading}”`] as const;
      });
      return new Map([...sections, ...[...blocks].map(([id, { title }]) => [id, title] as const)]);
    };
    /** The announcements with titles. They are not replaced again, because a heading may contain an id as a word. */
    const replaced = new Map<Element, string>();
    const observer = new MutationObserver(() => {
      for (const region of document.querySelectorAll(REGION)) {
        observer.observe(region, { characterData: true, subtree: true });
        // dnd-kit keeps a reference to this text node, so change its value instead of replacing the node.
        const text = region.firstChild;
        const said = text?.nodeValue ?? '';
        if (!text || said === replaced.get(region)) continue;
        const plain = announcementWithTitles(said, titles());
        replaced.set(region, plain);
        // This change triggers the observer again.
        if (plain !== said) text.nodeValue = plain;
      }
    });
    // dnd-kit adds the region when the first draggable element is rendered.
    observer.observe(document.body, { childList: true });
    for (const region of document.querySelectorAll(REGION)) {
      observer.observe(region, { characterData: true, subtree: true });
    }
    return () => observer.disconnect();
  }, [getPuck, blocks, placements, keyOf]);
}

/** Returns an announcement with titles in place of ids. */
export function announcementWithTitles(said: string, titles: ReadonlyMap<string, string>): string {
  return said
    .replaceAll(/\broot:default-zone\b/g, 'the page')
    .replaceAll(/[\w:-]+/g, (word) => titles.get(word) ?? word)
    .replaceAll(/\bdraggable item |\bdroppable target /gi, '');
}
