import { z } from 'zod';
import { canvas, editablePage } from './page-builder.ts';

/* A page's revisions. */

/** A version that WordPress keeps. */
const pageRevision = z.object({
  id: z.number(),
  /** Who saved it; null if that is not recorded. */
  by: z.string().nullable(),
  /** Epoch milliseconds. */
  when: z.number(),
});
export type PageRevision = z.infer<typeof pageRevision>;

/** The newest revision comes first. */
export const pageRevisions = z.object({
  revisions: z.array(pageRevision).readonly(),
  /** Whether WordPress has more revisions than are listed. */
  isCut: z.boolean(),
});
export type PageRevisions = z.infer<typeof pageRevisions>;

/** The page in a revision. */
export const revisionContent = z.object({ page: editablePage, canvas });
export type RevisionContent = z.infer<typeof revisionContent>;
