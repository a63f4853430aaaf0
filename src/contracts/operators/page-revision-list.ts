import { z } from 'zod';
import { canvasContent, editablePage } from './page-builder.ts';

/** A stored revision of a page. */
const pageRevision = z.object({
  id: z.number(),
  /** The name of the person who saved the revision; null if it is unknown, or if the account may not see it. */
  by: z.string().nullable(),
  /** Epoch milliseconds. */
  when: z.number(),
});
export type PageRevision = z.infer<typeof pageRevision>;

/** The revisions of a page, newest first. */
export const pageRevisionList = z.object({
  revisions: z.array(pageRevision).readonly(),
  /** Whether the list is full, so that there may be older revisions. */
  isCut: z.boolean(),
});
export type PageRevisionList = z.infer<typeof pageRevisionList>;

/** The page as it was in a revision. */
export const revisionContent = z.object({ page: editablePage, canvas: canvasContent });
export type RevisionContent = z.infer<typeof revisionContent>;
