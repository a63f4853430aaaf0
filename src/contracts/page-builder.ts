import { z } from 'zod';
import type { BlockGroup } from '../builder/block.ts';
import type { Field } from '../builder/field.ts';
import { placementSchema, type Placement } from './layout.ts';
import type { AppData } from './app-data.ts';
import type { PageVariants } from './page-variants.ts';
import type { Editing } from './page-lock.ts';
import type { PageHead } from './content.ts';
import type { PlacementFault, ResolvedPlacement } from './placement.ts';

/* The API of the page builder, shared by the server and the operators' screens. */

/** The state of a page. `built-in`: WordPress does not have it, so the site shows the built-in content. */
export type PageState = 'published' | 'draft' | 'pending' | 'scheduled' | 'private' | 'built-in';

/** Where saved pages go: to WordPress, to `fixtures/` in development, or nowhere. */
export type SaveTarget =
  | { kind: 'wordpress' }
  | { kind: 'files' }
  | { kind: 'read-only'; /** Why, and what to do about it. */ reason: string };

/** A page in the list. */
export interface PageRow {
  /** Identifies the page: its path, or `~` and its WordPress id if it has no path. */
  at: string;
  /** The path that visitors use; null if it has none yet. */
  path: string | null;
  title: string;
  state: PageState;
  /** ISO 8601: when a scheduled page is published; null for others. */
  publishAt: string | null;
  /** ISO 8601; null if it was never saved in WordPress. */
  modified: string | null;
  /** The operator who last saved it in the builder; null if the last change was made elsewhere. */
  changedBy: string | null;
  /** The number of faults in its content that an editor should correct. */
  faults: number;
  /** Leads from this page in the last 30 days; null for editors, who see no leads. */
  leads: number | null;
}

/** GET /api/admin/pages */
export interface PageTable {
  target: SaveTarget;
  editing: Editing;
  pages: readonly PageRow[];
}

/** Section values by section id, as WordPress stores them. */
export type SectionValues = Readonly<Record<string, unknown>>;

/** A page as the builder edits it. */
export interface EditablePage {
  at: string;
  path: string | null;
  title: string;
  state: PageState;
  /** The version that was read; null if WordPress does not have the page. Sent back with a save. */
  modified: string | null;
  /**
   * A hash of the stored values, because `modified` only has whole seconds. Null if WordPress does not have the page.
   */
  digest: string | null;
  /** The page's edit screen in WordPress. */
  editLink: string | null;
  /** The variant whose layout this is; null for the page's own layout. */
  variant: string | null;
  /** Null if the page has no variants. */
  variants: PageVariants | null;
  /** Whether the signed-in person's account may change the page. */
  mayEdit: boolean;
  /** All placements, including hidden and scheduled ones. */
  layout: readonly Placement[];
  /** The page's own values. */
  values: SectionValues;
  /** The built-in values, which are shown where the page has no value of its own. */
  builtIn: SectionValues;
  /** Section ids and keys that new sections must not reuse, because values may be stored there. */
  taken: readonly string[];
}

/** The sections of a page, for the canvas. */
export interface Canvas {
  placements: readonly ResolvedPlacement[];
  faults: readonly PlacementFault[];
  /** The SEO data of the page; absent for a page that cannot be shown. */
  head?: Pick<PageHead, 'title' | 'description' | 'image'>;
}

/** The data that the canvas needs in addition to the page. */
export type CanvasSite = Omit<AppData, 'document' | 'forms' | 'nearViews'>;

/** A field of a block without its schema, which stays on the server. */
export type FieldDescription = Omit<Field, 'schema' | 'row' | 'upgrade'> & {
  readonly row?: FieldDescriptions;
};
export type FieldDescriptions = Readonly<Record<string, FieldDescription>>;

/** A block in the builder. */
export interface BlockDescription {
  readonly id: string;
  readonly title: string;
  readonly group: BlockGroup;
  readonly description: string;
  readonly fields: FieldDescriptions;
}

/** GET /api/admin/pages/page?at= */
export interface BuilderPage {
  blocks: readonly BlockDescription[];
  target: SaveTarget;
  editing: Editing;
  page: EditablePage;
  canvas: Canvas;
  site: CanvasSite;
  /** The paths of all public pages, for links. */
  paths: readonly { path: string; title: string }[];
}

const at = z.string().min(1).max(500);
const layout = z.array(placementSchema).max(400);
const values = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.unknown());

/** POST /api/admin/pages/canvas. `values` are all of the page's own values, including the changed ones. */
export const canvasRequest = z.object({ at, layout, values });
export type CanvasRequest = z.input<typeof canvasRequest>;

/** POST /api/admin/pages/save */
export const saveRequest = z.object({
  at,
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
  /** Without the right to publish, the page is submitted for review. */
  publish: z.boolean(),
  /** Takes over somebody else's edit lock. Without it, the lock prevents the save. */
  takeOver: z.boolean().default(false),
});
export type SaveRequest = z.input<typeof saveRequest>;

/** The response to a save. */
export interface SavedPage {
  page: EditablePage;
  /** Whether visitors already see this version. */
  live: boolean;
}

/** The response to a save with status 409: somebody else has saved the page in the meantime. Nothing was stored. */
export interface SaveConflict {
  error: string;
  current: EditablePage;
}
