import type { Canvas, EditablePage } from './page-builder.ts';

/* The API of a page's revisions, shared by the server and the operators' screens. */

/** A version that WordPress keeps. */
export interface PageRevision {
  id: number;
  /** Who saved it; null if that is not recorded. */
  by: string | null;
  /** Epoch milliseconds. */
  when: number;
}

/** GET /api/admin/pages/revisions?at= (newest first) */
export interface PageRevisions {
  revisions: readonly PageRevision[];
  /** Whether WordPress has more revisions than are listed. */
  isCut: boolean;
}

/** GET /api/admin/pages/revision?at=&id= */
export interface RevisionContent {
  /** The page in that revision. */
  page: EditablePage;
  canvas: Canvas;
}
