import type { PageDocument } from './content.ts';

/** The id of the element that holds the data of a preview in its document. */
export const PREVIEW_DATA_ID = 'preview-data';

/** Data for the preview module, in addition to the application's data. */
export interface PreviewData {
  token: string;
  /** The origin of wp-admin: messages are exchanged with no other origin. Null for a shared link. */
  editor: string | null;
  /** Whether the preview is in a frame next to the edit screen. */
  live: boolean;
}

/**
 * Identifies a field of a section by the placement's key and the name of the block's field. In a list, `row` and
 * `column` are the row's index and its field. In a group, `column` is the field in the group.
 */
export interface FieldLocation {
  placement: string;
  field: string;
  row?: number;
  column?: string;
}

/** A message from the edit screen to the preview. */
export type EditorMessage =
  /** All current values of the form. */
  | { type: 'lintel-values'; values: Readonly<Record<string, unknown>> }
  /** The placement whose field has the focus. */
  | { type: 'lintel-focus'; placement: string }
  /** A new token, because the first one expires while the editor works. */
  | { type: 'lintel-token'; token: string };

/** A message from the preview to the edit screen. */
export type PreviewMessage =
  /** The preview has started and can receive values. */
  | { type: 'lintel-ready' }
  /** A section was clicked. */
  | ({ type: 'lintel-field' } & FieldLocation)
  /** The token has expired. */
  | { type: 'lintel-expired' }
  /** The latest values are shown, or could not be shown because of `error`. */
  | { type: 'lintel-shown'; error: string | null };

/** The server's response to the values of the edit form. */
export interface PreviewPageResponse {
  document: PageDocument;
}
