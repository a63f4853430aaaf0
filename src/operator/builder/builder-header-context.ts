import type { Data } from '@puckeditor/core';
import { createContext } from 'react';
import type { EditablePage, SaveTarget } from '../../contracts/operators/page-builder.ts';
import type { EditingAccount } from '../../contracts/operators/page-lock.ts';
import type { PendingSaveRetry } from './saving/use-save-page.ts';

/** The state and the actions of the editor's header. */
export interface BuilderHeaderState {
  status: string;
  fault: string | null;
  waiting: PendingSaveRetry | null;
  busy: boolean;
  /** Whether there is anything to save. */
  canSave: boolean;
  /** The label of the button that saves without publishing; null if there is none. */
  draftLabel: string | null;
  /** Whether the publish button would change anything. */
  canPublish: boolean;
  /** The label of the button that publishes. */
  mainLabel: string;
  readOnly: boolean;
  /** Whether the page shows only its own text, so that the built-in sections can be added. */
  canShowSections: boolean;
  target: SaveTarget;
  /** The WordPress account that is recorded for changes, and its rights. */
  editing: EditingAccount;
  page: EditablePage;
  conflict: EditablePage | null;
  /** Returns the data with placement keys as item ids. */
  keyed: (data: Data) => Data;
  save: (data: Data, publish: boolean) => void;
  merge: (merged: Data, theirs: EditablePage) => void;
  endConflict: () => void;
  discard: ((data: Data) => void) | null;
}

/** Provides the state to the editor's header; null outside the page editor. */
export const BuilderHeaderContext = createContext<BuilderHeaderState | null>(null);
