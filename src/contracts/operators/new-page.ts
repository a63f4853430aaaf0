import { z } from 'zod';
import { pageAtSchema, saveTarget } from './page-builder.ts';

/* New pages and their addresses. */

/** A page that can be chosen as a parent, or to be copied. `at` identifies it: its path, or `~` and its id. */
export const pageChoice = z.object({ at: z.string(), path: z.string(), title: z.string() });
export type PageChoice = z.infer<typeof pageChoice>;

/** A menu that the site shows. */
const menuChoice = z.object({ id: z.number(), name: z.string() });

/** The menus that can be changed, or the reason why none can. */
export const menuChoices = z.union([
  z.object({ menus: z.array(menuChoice).readonly() }),
  z.object({ reason: z.string() }),
]);
export type MenuChoices = z.infer<typeof menuChoices>;

const templateChoice = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Other words by which editors can find the template. */
  keywords: z.array(z.string()).readonly(),
  /** The blocks of its sections, in order. */
  blocks: z.array(z.string()).readonly(),
});

/** The choices in the dialog for a new page. */
export const newPageChoices = z.object({
  target: saveTarget,
  templates: z.array(templateChoice).readonly(),
  parents: z.array(pageChoice).readonly(),
  /** Pages that can be copied. */
  pages: z.array(pageChoice).readonly(),
  menus: menuChoices,
});
export type NewPageChoices = z.infer<typeof newPageChoices>;

/** The path that a page would have, and whether it is free. */
export const pageAddressCheck = z.object({
  path: z.string(),
  /** The reason why no page can have this path; null if it is free. */
  fault: z.string().nullable(),
});
export type PageAddressCheck = z.infer<typeof pageAddressCheck>;

/** The schema of a page's title, as typed. */
export const pageTitleSchema = z.string().trim().min(1, 'Enter a title.').max(200);
/** The schema of a page's slug, as typed. It may be empty. */
export const pageSlugSchema = z.string().trim().max(200);

export const newPageRequest = z.object({
  title: pageTitleSchema,
  slug: pageSlugSchema,
  /** The `at` of the parent; null for the top level. */
  parent: pageAtSchema.nullable(),
  start: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('template'), id: z.string().max(100) }),
    z.object({ kind: z.literal('copy'), at: pageAtSchema }),
  ]),
  /** The id of the menu that gets an entry for the page; null for none. */
  menu: z.number().int().positive().nullable(),
});
export type NewPageRequest = z.infer<typeof newPageRequest>;

/** The response to `newPageRequest`. */
export const createdPage = z.object({
  at: z.string(),
  /** What failed after the page was created; null if nothing did. */
  note: z.string().nullable(),
});
export type CreatedPage = z.infer<typeof createdPage>;
