import type { Data } from '@puckeditor/core';
import { createContext } from 'react';
import type { EditablePage, SaveTarget } from '../../contracts/operators/page-builder.ts';
import type { EditingAccount } from '../../contracts/operators/page-lock.ts';
import type { PendingSaveRetry } from './saving/use-save-page.ts';

/** The state and the actions of the editor's header. */
export interface BuilderHeaderState {
  status: string;
  /** The message about a failed save or canvas update, or about the page in another tab; null if there is none. */
  fault: string | null;
  /** A failed save that will be retried; null if there is none. */
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
  /** The account with which the person edits pages, and its rights. */
  editing: EditingAccount;
  page: EditablePage;
  /** The version that somebody else saved and that a save would overwrite; null if there is none. */
  conflict: EditablePage | null;
  /** Returns the data with placement keys as item ids. */
  keyed: (data: Data) => Data;
  save: (data: Data, publish: boolean) => void;
  /** Ends a conflict. The merged data become unsaved changes that are based on the version `theirs`. */
  merge: (merged: Data, theirs: EditablePage) => void;
  endConflict: () => void;
  /** Sets the unsaved changes aside and loads the page again; null if there are none, or if the page is read-only. */
  discard: ((data: Data) => void) | null;
}

/** Provides the state to the editor's header; null outside the page editor. */
export const BuilderHeaderContext = createContext<BuilderHeaderState | null>(null);
