import type { Data } from '@puckeditor/core';
import { createContext, use } from 'react';
import type { ResolvedPlacement } from '../../contracts/placement.ts';
import type { BuilderPage, CanvasContent } from '../../contracts/operators/page-builder.ts';
import type { BlocksById, ItemKeyOf } from './saving/page-data.ts';

/** State that the sections on the canvas share with the inputs. */
export interface CanvasState {
  blocks: BlocksById;
  /** Resolved placements by key. */
  placements: ReadonlyMap<string, ResolvedPlacement>;
  /**
   * Validation messages by section id, which identifies one field of one placement. Messages about a whole placement
   * are under the empty id.
   */
  faults: ReadonlyMap<string, readonly string[]>;
  /** The key of the first section of the main column, whose heading is the page's `h1`. */
  first: string | null;
  head: CanvasContent['head'];
  keyOf: ItemKeyOf;
  /** For each placement key: the bound section ids by field name. */
  bound: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Sends the data to the server, which resolves it for the canvas. */
  show: (data: Data) => void;
  /** Shows a text on the canvas until the server responds. `path` is relative to the props of the placement. */
  assume: (placement: string, path: string, text: string) => void;
  /** Records whether somebody is typing on the canvas. The page data changes only when the typing ends. */
  noteTyping: (isTyping: boolean) => void;
}

/** Provides the canvas state to the components of the page editor. */
export const CanvasContext = createContext<CanvasState | null>(null);

/** Returns the state of the canvas. Throws an `Error` outside the page editor. */
export function useCanvasState(): CanvasState {
  const state = use(CanvasContext);
  if (!state) throw new Error('useCanvasState needs the page editor around it.');
  return state;
}

/**
 * Whether the canvas does not show the latest change yet. The value can change with every keystroke, so it has its own
 * context.
 */
export const CanvasIsBehindContext = createContext(false);

/** Provides the opened page to the components of the page editor. */
export const OpenedPageDataContext = createContext<BuilderPage | null>(null);

/**
 * Returns whether sections can be added, moved, hidden and removed. They cannot if pages are read-only, or on the page
 * of a shared section, which always consists of one section.
 */
export function useCanChangeSections(): boolean {
  const { target, page } = useOpenedPageData();
  return target.kind !== 'read-only' && page.kind !== 'section';
}

/** Returns the page as it was when the editor opened it. Throws an `Error` outside the page editor. */
export function useOpenedPageData(): BuilderPage {
  const page = use(OpenedPageDataContext);
  if (!page) throw new Error('useOpenedPageData needs the page editor around it.');
  return page;
}
