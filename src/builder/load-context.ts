import type { CommentsPage } from '../contracts/comments.ts';
import type {
  Category,
  PageCustomFields,
  PageEntry,
  SearchHit,
  FullPost,
  PostEntry,
  PostList,
} from '../contracts/content.ts';

/** The public content that blocks can read: one complete version, held in memory. */
export interface ContentLibrary {
  /** Returns all posts as list entries, newest first. */
  posts(): readonly PostEntry[];
  /** Returns all categories, including those without posts. */
  categories(): readonly Category[];
  /** Returns the posts that a route lists, by its `parts`; null if there is no such list. */
  postList(parts: Readonly<Record<string, string>>): PostList | null;
  /** Returns the post with a slug; null if there is none. */
  post(slug: string): FullPost | null;
  /**
   * Returns one page of a post's comments, and the comment form. Null if there is no such post, if there are neither
   * comments nor a form, or if the site shows no comments. `query` has the parameters that `commentQueryParameters`
   * names.
   */
  comments(slug: string, query: Readonly<Record<string, string>>): CommentsPage | null;
  /**
   * Returns all public pages except template pages: first the built-in ones by path, then those that exist only in
   * WordPress.
   */
  pages(): readonly PageEntry[];
  /**
   * Returns the custom fields of the public page or post at a path; null if there is none. The fields of visible
   * sections are as views get them, and those of hidden or scheduled sections are left out. All others are as
   * WordPress's REST API sends them (a picture is its id), with sanitized HTML. What `load` returns becomes part of the
   * page, so it should pick what the view needs.
   */
  fieldsOf(path: string): PageCustomFields | null;
  /**
   * Returns a text of the public page or post at a path as sanitized HTML: the custom field of this name or, if
   * `field` is empty, the text of the page itself. Null if there is no such text.
   */
  htmlOf(path: string, field: string): string | null;
  /**
   * Returns the pages and posts that match all of these words, best match first. The beginning of a word and small
   * typos match, too. Only the first eight words count.
   */
  search(words: string): readonly SearchHit[];
}

/** What a block's `load` can read besides the values of its fields: the route, the query, the time and the content. */
export interface LoadContext {
  /** The path of the route, as used in links. */
  path: string;
  /**
   * Named route parameters: `post`, `category`, `tag`, `author`, or `year`, `month` and `day`, if the route has them.
   */
  parts: Readonly<Record<string, string>>;
  /** The declared query parameters that are present, truncated to a maximum length. */
  query: Readonly<Record<string, string>>;
  /** Titles and paths of the pages and categories above this one, outermost first. */
  trail: readonly { path: string; title: string }[];
  /** The current time in epoch milliseconds. */
  now: number;
  content: ContentLibrary;
}

/** Values that a block can set in the page's `<head>`. A value that is left out comes from the page itself. */
export interface HeadValues {
  /** The title, without the site's name. */
  title?: string;
  /** The full title, as written by an editor or an SEO plugin. */
  wholeTitle?: string;
  description?: string;
  /** An image that represents the page. */
  image?: { src: string; width: number; height: number; alt: string };
  /** True if the image was chosen for sharing: link previews then show it instead of a generated one. */
  ownImage?: boolean;
  type?: 'website' | 'article';
  /** The query of the canonical URL, such as `page=2`. */
  query?: string;
  /** Excludes this page from search engines and the sitemap. */
  unlisted?: boolean;
  /** The feeds to link in the head; `path` is on this site. */
  feeds?: readonly { title: string; path: string }[];
}
