import { useGetPuck, type Data } from '@puckeditor/core';
import { useEffect } from 'react';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { useCanvasState } from '../editor-context.ts';
import type { BlocksById } from '../saving/page-data.ts';
import { sectionHeadingOf } from './section-order.ts';

/** Selects the live region in which dnd-kit announces drags to screen readers. */
const REGION = '[id^="dnd-kit-announcement"]';

/** The end of a card's id: Puck gives each card the id of its block and a UUID. */
const CARD_ID_END = /-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Replaces the UUID in a card's id, so that all cards of a block have one title: `hero-<UUID>` becomes `hero:card`. */
const CARD = ':card';

/** Replaces the ids of sections and blocks in screen reader announcements of drags with their titles. */
export function useDragAnnouncements(): void {
  const getPuck = useGetPuck();
  const { blocks, placements, keyOf } = useCanvasState();
  useEffect(() => {
    const titles = () =>
      announcedTitles(getPuck().appState.data.content, blocks, ({ props, type }) =>
        placements.get(keyOf(props.id, type)),
      );
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

/**
 * Returns the titles of the sections by section id, and those of the cards in the list of blocks by block id plus
 * `:card`. Without this suffix, a block's id could be the same as a section's.
 */
export function announcedTitles(
  content: Data['content'],
  blocks: BlocksById,
  placementOf: (item: Data['content'][number]) => ResolvedPlacement | undefined,
): ReadonlyMap<string, string> {
  const cards = [...blocks].map(([id, { title }]): [string, string] => [id + CARD, title]);
  const sections = content.map((item): [string, string] => {
    const block = blocks.get(item.type);
    const heading = sectionHeadingOf(item, block, placementOf(item));
    const title = block?.title ?? item.type;
    return [item.props.id, heading === null ? title : `${title} “${heading}”`];
  });
  return new Map([...cards, ...sections]);
}

/**
 * Returns an announcement of dnd-kit with titles in place of ids, with “the page” in place of the zone's id, and
 * without the words “draggable item” and “droppable target”.
 */
export function announcementWithTitles(said: string, titles: ReadonlyMap<string, string>): string {
  return said
    .replaceAll(/\broot:default-zone\b/g, 'the page')
    .replaceAll(/[\w:-]+/g, (word) => titles.get(word) ?? titles.get(word.replace(CARD_ID_END, CARD)) ?? word)
    .replaceAll(/\bdraggable item |\bdroppable target /gi, '');
}
