import type { PageDocument } from './content.ts';

/** The id of the element that holds the data of a preview in its document. */
export const PREVIEW_DATA_ID = 'preview-data';

/** What the preview module needs besides the application's data. */
export interface PreviewData {
  token: string;
  /** The origin of wp-admin, the only one that messages are exchanged with; null for a shared link. */
  editor: string | null;
  /** Whether the preview is in a frame beside the edit screen. */
  live: boolean;
}

/** A field of a section: the placement's key, the name of the block's field, and in a list the row and its field. */
export interface PreviewField {
  placement: string;
  field: string;
  row?: number;
  column?: string;
}

/** A message from the edit screen to the preview. */
export type EditorMessage =
  /** All values of the form as they are now. */
  | { type: 'lintel-values'; values: Readonly<Record<string, unknown>> }
  /** The placement whose field has the focus. */
  | { type: 'lintel-focus'; placement: string }
  /** A new token, as the first expires while somebody edits. */
  | { type: 'lintel-token'; token: string };

/** A message from the preview to the edit screen. */
export type PreviewMessage =
  /** The preview runs and can receive values. */
  | { type: 'lintel-ready' }
  /** A section was clicked. */
  | ({ type: 'lintel-field' } & PreviewField)
  /** The token has expired. */
  | { type: 'lintel-expired' }
  /** The last values are shown, or why they are not. */
  | { type: 'lintel-shown'; error: string | null };

/** The server's answer to values of the form. */
export interface PreviewUpdate {
  document: PageDocument;
}
