import { z } from 'zod';
import { placementSchema } from '../layout.ts';
import { pageTitleSchema } from './new-page.ts';
import { okResponseSchema, noInput, type OperatorCall } from './operator-call.ts';
import { saveTarget, sharedSectionUse } from './page-builder.ts';

/* Shared sections, which appear on any number of pages, and templates, whose sections are copied. */

const reusableKind = z.enum(['section', 'template']);
export type ReusableEntryKind = z.infer<typeof reusableKind>;

const reusableRow = z.object({
  id: z.number(),
  /** Identifies the entry in the builder. */
  at: z.string(),
  kind: reusableKind,
  title: z.string(),
  /** Whether visitors can see the shared section. False for templates. */
  isPublic: z.boolean(),
  /** The blocks of its sections, in order. */
  blocks: z.array(z.string()).readonly(),
  /** ISO 8601. */
  modified: z.string(),
  /** The public pages that show a shared section, even if only in a variant or at a later time. Empty for templates. */
  uses: z.array(sharedSectionUse).readonly(),
});
export type ReusableEntryListRow = z.infer<typeof reusableRow>;

/** All shared sections and templates. */
export const reusableEntryListResponse = z.object({
  target: saveTarget,
  /** Sorted by title. */
  entries: z.array(reusableRow).readonly(),
  trash: z.array(z.object({ id: z.number(), kind: reusableKind, title: z.string() })).readonly(),
});
export type ReusableEntryListResponse = z.infer<typeof reusableEntryListResponse>;

const values = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.unknown());

/** The sections of a shared section or template, for copying them to a page. */
export const reusableEntryContent = z.object({
  layout: z.array(placementSchema).readonly(),
  /** All values, by section id. */
  values: z.record(z.string(), z.unknown()).readonly(),
});
export type ReusableEntryContent = z.infer<typeof reusableEntryContent>;

const entryId = z.number().int().positive();

export const reusableEntryCalls = {
  list: {
    method: 'GET',
    path: '/api/admin/sections',
    role: 'editor',
    input: noInput,
    output: reusableEntryListResponse,
  },
  content: {
    method: 'GET',
    path: '/api/admin/sections/section',
    role: 'editor',
    input: z.object({ id: z.coerce.number<string | number>().int().positive() }),
    invalid: 'There is no such section. Reload the list.',
    output: reusableEntryContent,
  },
  create: {
    method: 'POST',
    path: '/api/admin/sections',
    role: 'editor',
    input: z
      .object({
        kind: reusableKind,
        title: pageTitleSchema,
        layout: z.array(placementSchema).min(1).max(400),
        values,
      })
      .refine(({ kind, layout }) => kind === 'template' || layout.length === 1, {
        error: 'A shared section is one section.',
      })
      .refine(
        ({ kind, layout }) => kind === 'template' || layout.every(({ shared }) => shared === undefined),
        {
          error: 'A shared section cannot contain another.',
        },
      ),
    maxBodyBytes: 8 * 1024 * 1024,
    invalid: ({ message }) => `This cannot be stored: ${message}`,
    status: 201,
    output: z.object({ id: z.number(), at: z.string() }),
  },
  rename: {
    method: 'POST',
    path: '/api/admin/sections/rename',
    role: 'editor',
    input: z.object({ id: entryId, title: pageTitleSchema }),
    invalid: ({ message }) => message,
    output: okResponseSchema,
  },
} satisfies Record<string, OperatorCall>;
