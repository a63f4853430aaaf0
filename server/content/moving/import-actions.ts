import type { Field } from '../../../src/builder/field.ts';
import type { MenuItem, MenuLocation } from '../../../src/contracts/content.ts';
import type { Taxonomy } from '../../../src/contracts/post-listing.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import type { PostOptions } from './post-options.ts';
import type { UploadedPicture } from './upload-built-in-picture.ts';

/** A page or post that already exists in WordPress, with its values as an editor sees them. */
export interface ExistingEntry {
  id: number;
  /** The path of a page, such as `/buy/guide`; the slug of a post. */
  at: string;
  status: string;
  title: string;
  content: string;
  acf: JsonObject;
}

/** The content of WordPress before an import. */
export interface ExistingContent {
  pages: readonly ExistingEntry[];
  posts: readonly ExistingEntry[];
  /** Ids by slug. */
  categories: ReadonlyMap<string, number>;
  tags: ReadonlyMap<string, number>;
  /** The pictures that earlier imports uploaded, by slug. */
  pictures: ReadonlyMap<string, UploadedPicture>;
  /** Ids of shared sections, by slug. */
  sections: ReadonlyMap<string, number>;
  /** The items of the menu assigned to each location; null if no menu is assigned. */
  menus: Readonly<Record<MenuLocation, readonly MenuItem[] | null>>;
  /** The site settings that are set. */
  settings: JsonObject;
  /** The id of the front page; 0 if WordPress shows its posts at "/". */
  frontPage: number;
  /** The capabilities of our account. */
  may: ReadonlySet<string>;
}

/**
 * One change to WordPress. Values contain the ids that pictures and shared sections have in the built-in content, and
 * texts the paths of pictures; the import replaces them.
 */
export type ImportAction =
  | { kind: 'picture'; id: number; slug: string; url: string; alt: string; width: number }
  | {
      kind: 'term';
      taxonomy: Taxonomy;
      slug: string;
      name: string;
      /** The slug of the category above it; null if there is none. */
      parent: string | null;
    }
  | {
      kind: 'section';
      /** The id in the built-in content, by which pages place it. */
      id: number;
      slug: string;
      title: string;
      values: JsonObject;
      sections: ReadonlyMap<string, Field>;
    }
  | {
      kind: 'page';
      path: string;
      slug: string;
      parent: string;
      /** The id of an existing page, whose empty values are filled in; null for a new page. */
      existing: number | null;
      fields: { title: string; content: string; excerpt: string; status: string; picture: number };
      values: JsonObject;
      sections: ReadonlyMap<string, Field>;
    }
  | {
      kind: 'post';
      slug: string;
      /** The id of an existing post, whose empty values are filled in; null for a new post. */
      existing: number | null;
      values: JsonObject;
      fields: {
        title: string;
        content: string;
        excerpt: string;
        status: string;
        picture: number;
        date_gmt: string;
      } & PostOptions;
      terms: Readonly<Record<Taxonomy, readonly string[]>>;
    }
  | { kind: 'menu'; location: MenuLocation; items: readonly MenuItem[] }
  | { kind: 'settings'; settings: JsonObject }
  | { kind: 'front page'; path: string };

/** What an import would do. */
export interface ImportPlan {
  actions: readonly ImportAction[];
  /** Ids of pictures that WordPress already has, by their id in the built-in content. */
  pictures: ReadonlyMap<number, number>;
  /** URLs of the same pictures in WordPress, by their path in the built-in content. */
  pictureUrls: ReadonlyMap<string, string>;
  /** Ids of shared sections that WordPress already has, by their id in the built-in content. */
  sharedSections: ReadonlyMap<number, number>;
  /** What the import leaves unchanged in WordPress, each with the reason. */
  kept: readonly string[];
  /** Paths of demonstration and test pages that are left out. */
  demos: readonly string[];
  /** What our account is not allowed to do, each with the missing capability. */
  refused: readonly string[];
}

/** The WordPress capability that each kind of action needs, and the lowest default role that has it. */
export const IMPORT_ACTION_CAPABILITIES: Readonly<
  Record<ImportAction['kind'], { capability: string; role: string }>
> = {
  picture: { capability: 'upload_files', role: 'Author' },
  term: { capability: 'manage_categories', role: 'Editor' },
  section: { capability: 'publish_pages', role: 'Editor' },
  page: { capability: 'publish_pages', role: 'Editor' },
  post: { capability: 'publish_posts', role: 'Author' },
  menu: { capability: 'edit_theme_options', role: 'Administrator' },
  settings: { capability: 'manage_options', role: 'Administrator' },
  'front page': { capability: 'manage_options', role: 'Administrator' },
};
