import type { Data } from '@puckeditor/core';
import { createContext, use } from 'react';
import type { ResolvedPlacement } from '../../contracts/placement.ts';
import type { BuilderPage, Canvas } from '../../contracts/operators/page-builder.ts';
import type { Blocks, KeyOf } from './saving/page-data.ts';

/** State shared by the sections on the canvas and the fields next to it. */
export interface CanvasState {
  blocks: Blocks;
  /** Resolved placements by key. */
  placements: ReadonlyMap<string, ResolvedPlacement>;
  /** Messages by section id. */
  faults: ReadonlyMap<string, readonly string[]>;
  /** The key of the first section of the main column, whose heading is the page's `h1`. */
  first: string | null;
  head: Canvas['head'];
  keyOf: KeyOf;
  /** Bound section ids by key. */
  bound: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Asks the server to resolve the page again. */
  show: (data: Data) => void;
  /**
   * Shows a text in place of a resolved value until the server responds. `path` is relative to the placement's props.
   */
  assume: (placement: string, path: string, text: string) => void;
  /**
   * Notes whether somebody is typing on the canvas. The typed text becomes a change of the page when the typing ends.
   */
  noteTyping: (isTyping: boolean) => void;
}

export const CanvasContext = createContext<CanvasState | null>(null);

/** Returns the state of the canvas. Throws outside the page editor. */
export function useCanvasState(): CanvasState {
  const state = use(CanvasContext);
  if (!state) throw new Error('useCanvasState needs the page editor around it.');
  return state;
}

/**
 * True until the server has responded to the latest change. It changes with every keystroke, so it has its own context.
 */
export const CanvasIsBehind = createContext(false);

export const PageContext = createContext<BuilderPage | null>(null);

/** Returns the page as it was opened. Throws outside the page editor. */
export function useBuilderPage(): BuilderPage {
  const page = use(PageContext);
  if (!page) throw new Error('useBuilderPage needs the page editor around it.');
  return page;
}
