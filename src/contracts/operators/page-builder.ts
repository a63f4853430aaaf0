import { z } from 'zod';
import { blockGroups } from '../../builder/block-groups.ts';
import type { Field } from '../../builder/field.ts';
import type { AppData } from '../app-data.ts';
import { placementSchema } from '../layout.ts';
import { editingAccount, editLock } from './page-lock.ts';
import type { PlacementFault, ResolvedPlacement } from '../placement.ts';

/* Pages as the page builder reads and writes them. */

/** The state of a page. `built-in`: the page is not stored, so the site shows the built-in content. */
const pageState = z.enum(['published', 'draft', 'pending', 'scheduled', 'private', 'built-in']);
export type PageState = z.infer<typeof pageState>;

/** Where saved pages go: to WordPress, to this site's own database, or nowhere. */
export const saveTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wordpress') }),
  z.object({ kind: z.literal('embedded') }),
  /** `reason`: why pages cannot be saved, and how to fix it. */
  z.object({ kind: z.literal('read-only'), reason: z.string() }),
]);
export type SaveTarget = z.infer<typeof saveTarget>;

/** A page in the list. */
const pageRow = z.object({
  /** Identifies the page: its path, or `~` and its id if it has no path. */
  at: z.string(),
  /** The path that visitors use; null if it has none yet. */
  path: z.string().nullable(),
  title: z.string(),
  state: pageState,
  /** ISO 8601: when a scheduled page is published; null for others. */
  publishAt: z.string().nullable(),
  /** ISO 8601; null if the page is not stored. */
  modified: z.string().nullable(),
  /** The operator who last saved the page in the builder; null if the last change was made elsewhere. */
  changedBy: z.string().nullable(),
  /** The number of faults in the page's content that an editor should correct. */
  faults: z.number(),
  /** Leads from this page in the last 30 days; null for editors, who see no leads. */
  leads: z.number().nullable(),
});
export type PageListRow = z.infer<typeof pageRow>;

/** The data of the bar that signed-in people see on a public page. */
export const pageBarData = pageRow.pick({ leads: true, faults: true }).extend({
  /** The page to open in the builder; null if there is none, such as for a post or a path without a page. */
  at: z.string().nullable(),
  /** The page's title; null if `at` is null. */
  title: z.string().nullable(),
});
export type PageBarData = z.infer<typeof pageBarData>;

const trashedPage = z.object({ id: z.number(), title: z.string(), path: z.string().nullable() });
export type TrashedPage = z.infer<typeof trashedPage>;

/** The data of the Pages screen. */
export const pageListResponse = z.object({
  target: saveTarget,
  editing: editingAccount,
  pages: z.array(pageRow).readonly(),
  trash: z.array(trashedPage).readonly(),
});
export type PageListResponse = z.infer<typeof pageListResponse>;

/** Section values by section id, as WordPress stores them. */
const sectionValues = z.record(z.string(), z.unknown()).readonly();
export type SectionValues = z.infer<typeof sectionValues>;

/** A page that shows a shared section. */
export const sharedSectionUse = z.object({
  at: z.string(),
  title: z.string(),
  path: z.string().nullable(),
});
export type SharedSectionUse = z.infer<typeof sharedSectionUse>;

/** A page, shared section or template as the builder edits it. */
export const editablePage = z.object({
  kind: z.enum(['page', 'section', 'template']),
  /** The id in WordPress or on this site; null if only the built-in content has the page. */
  id: z.number().nullable(),
  at: z.string(),
  path: z.string().nullable(),
  title: z.string(),
  state: pageState,
  /** The version that was read; null if the page is not stored, and for a revision. Sent back with a save. */
  modified: z.string().nullable(),
  /**
   * A hash of what is stored of the page, because `modified` only has whole seconds. Null if `modified` is null.
   */
  digest: z.string().nullable(),
  /** The URL of the page's edit screen in WordPress; null if there is none. */
  editLink: z.string().nullable(),
  /** The variant whose layout this is; null for the page's own layout. */
  variant: z.string().nullable(),
  /** Null if the page has no variants. Their layouts are not included. */
  variants: z
    .object({
      running: z.boolean(),
      since: z.string().exactOptional(),
      weight: z.number(),
      variants: z.array(z.object({ name: z.string(), weight: z.number() })).readonly(),
    })
    .nullable(),
  /** Whether the signed-in person's account may change the page. */
  mayEdit: z.boolean(),
  /** All placements, including hidden and scheduled ones. */
  layout: z.array(placementSchema).readonly(),
  /** The built-in sections of a page that shows its own text instead of them; absent if the page shows sections. */
  sections: z.array(placementSchema).readonly().exactOptional(),
  /** The page's own values. */
  values: sectionValues,
  /**
   * The built-in values, which are shown where the page has no value of its own. If WordPress is the source, their
   * pictures have negative ids, because WordPress has other pictures with these ids.
   */
  builtIn: sectionValues,
  /** Section ids and keys that new sections must not reuse, because values may be stored there. */
  taken: z.array(z.string()).readonly(),
});
export type EditablePage = z.infer<typeof editablePage>;

/** Checks only that a value is an object. It is for types that have no schema, so that visitors do not download zod. */
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

export const resolvedPlacement = z.custom<ResolvedPlacement>(isObject);

/** The resolved sections of a page, for the builder's canvas. */
export const canvasContent = z.object({
  placements: z.array(resolvedPlacement).readonly(),
  faults: z.array(z.custom<PlacementFault>(isObject)).readonly(),
  /** The SEO data of the page; absent for a page that cannot be shown. */
  head: z
    .object({
      title: z.string(),
      description: z.string(),
      image: z.object({
        src: z.string(),
        width: z.number(),
        height: z.number(),
        alt: z.string(),
        type: z.string().exactOptional(),
      }),
    })
    .exactOptional(),
});
export type CanvasContent = z.infer<typeof canvasContent>;

/** The data that the canvas needs in addition to the page. */
export type CanvasAppData = Omit<AppData, 'document' | 'forms' | 'nearViews'>;
export const canvasAppData = z.custom<CanvasAppData>(isObject);

/** A field of a block without its schema, which stays on the server. */
export type FieldDescription = Omit<Field, 'schema' | 'row' | 'fields' | 'upgrade'> & {
  readonly row?: FieldDescriptions;
  readonly fields?: FieldDescriptions;
};
/** The fields of a block, of a list's rows or of a group, by name. */
export type FieldDescriptions = Readonly<Record<string, FieldDescription>>;

/** A block as the builder receives it. */
export const blockDescription = z.object({
  id: z.string(),
  title: z.string(),
  group: z.enum(blockGroups),
  description: z.string(),
  /** Other words by which editors can find the block. */
  keywords: z.array(z.string()).readonly().exactOptional(),
  fields: z.custom<FieldDescriptions>(isObject),
  /** The raw values of a new section by field name; absent if it starts with the defaults. Pictures have no id. */
  start: sectionValues.exactOptional(),
});
export type BlockDescription = z.infer<typeof blockDescription>;

/** A public page or post that a reference field can select. */
const entryChoice = z.object({
  /** The id in WordPress or on this site; null for a page that is not stored. */
  id: z.number().nullable(),
  path: z.string(),
  title: z.string(),
  kind: z.enum(['page', 'post']),
});
export type EntryChoice = z.infer<typeof entryChoice>;

/** An option of a choice field, taken from the site's content. */
const contentOption = z.object({ value: z.string(), label: z.string() });
const contentOptions = z.array(contentOption).readonly();
export type ContentOption = z.infer<typeof contentOption>;

/** The choices that the site's content provides for fields. */
const contentChoices = z.object({
  entries: z.array(entryChoice).readonly(),
  options: z.object({
    categories: contentOptions,
    tags: contentOptions,
    pages: contentOptions,
    menus: contentOptions,
  }),
});
export type ContentChoices = z.infer<typeof contentChoices>;

/** Everything that the builder needs to edit a page. */
export const builderPage = z.object({
  blocks: z.array(blockDescription).readonly(),
  target: saveTarget,
  editing: editingAccount,
  page: editablePage,
  canvas: canvasContent,
  site: canvasAppData,
  /** The pages that show the shared section; empty for pages and templates. */
  uses: z.array(sharedSectionUse).readonly(),
  /** The paths of all public pages, for links. */
  paths: z.array(z.object({ path: z.string(), title: z.string() })).readonly(),
  choices: contentChoices,
});
export type BuilderPage = z.infer<typeof builderPage>;

/** The schema of a page's `at` in a request. `~` and the id name each stored page, also one with a path. */
export const pageAtSchema = z.string().min(1).max(500);
const layout = z.array(placementSchema).max(400);
const values = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.unknown());

/** A request to resolve a changed page. `values` are all of the page's own values, including the changed ones. */
export const canvasRequest = z.object({ at: pageAtSchema, layout, values });
export type CanvasRequest = z.input<typeof canvasRequest>;

export const savePageRequest = z.object({
  at: pageAtSchema,
  /** The `modified` of the version that the changes are based on. */
  base: z.string().nullable(),
  /** The edited variant; null for the page's own layout. */
  variant: z.string().max(100).nullable().default(null),
  /** The `digest` of the version in `base`. It distinguishes versions with the same second in `modified`. */
  digest: z.string().nullable().optional(),
  /** Null if the layout did not change. */
  layout: layout.min(1, 'A page needs at least one section.').nullable(),
  /** The values that changed. Null or empty text removes a value. */
  values,
  /** Whether to publish the page. If the account may not publish, the page is submitted for review. */
  publish: z.boolean(),
  /** Whether to take over somebody else's edit lock. Otherwise, such a lock prevents the save. */
  takeOver: z.boolean().default(false),
});
export type SavePageRequest = z.input<typeof savePageRequest>;

/** The response to a save. */
export const savedPage = z.object({
  page: editablePage,
  /** Whether visitors already see this version. */
  live: z.boolean(),
});
export type SavedPage = z.infer<typeof savedPage>;

/**
 * The body of the error response to a save. With status 409, `current` is the version that somebody else has saved.
 * With status 423, `lock` is the lock of the person who is editing the page.
 */
export const savePageFailure = z.object({
  error: z.string(),
  current: editablePage.optional(),
  lock: editLock.optional(),
});
export type SavePageFailure = z.infer<typeof savePageFailure>;
