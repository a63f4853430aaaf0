import type { Block } from '../../src/builder/block.ts';
import type { ContentLibrary } from '../../src/builder/load-context.ts';
import type { PageEntry } from '../../src/content/page-entry.ts';
import type { FullPost, PostEntry } from '../../src/content/post-entry.ts';
import type { Config } from '../config.ts';
import type { BuiltInContent } from './built-in-content.ts';
import type { ContentReader } from './content-reader.ts';
import { documentText } from './document-text.ts';
import type { RouteAnswer } from './gateway.ts';
import { readingText } from './html-document.ts';
import { isTemplatePage } from './route-template.ts';
import { findIn, searchWords } from './search-text.ts';
import type { Searchable } from './search-text.ts';

/** What the library reads from. */
export interface LibraryParts {
  config: Config;
  blocks: ReadonlyMap<string, Block>;
  builtIn: BuiltInContent;
  reader: ContentReader;
  /** The page of a path, without what its blocks load. */
  page: (path: string) => Promise<RouteAnswer>;
}

const NO_POSTS = 'Failed to fetch posts. Please try again later.';

/** All public content: WordPress's where it is the source, else the built-in one. */
export function contentLibrary({ config, blocks, builtIn, reader, page }: LibraryParts): ContentLibrary {
  const ownPosts = config.wordpress !== null;

  async function posts(): Promise<readonly PostEntry[]> {
    if (!ownPosts) return builtIn.fullPosts.map(entryOf);
    const entries = await reader.postEntries();
    if (entries === null) throw new Error(NO_POSTS);
    return entries;
  }

  /** Every public page once: those of the route table first. What is withheld or not there is left out. */
  async function publicPages() {
    const paths = new Set([...[...builtIn.pages.keys()].sort(byPath), ...((await reader.pagePaths()) ?? [])]);
    const own = [...paths].filter((path) => !isTemplatePage(path));
    const answers = await Promise.all(own.map(async (path) => ({ path, answer: await page(path) })));
    return answers.flatMap(({ path, answer }) => (answer.status === 200 ? [{ path, answer }] : []));
  }

  async function searchablePosts(words: string): Promise<Searchable[]> {
    if (!ownPosts) {
      return builtIn.fullPosts.map((post) => postText(post, readingText(post.content)));
    }
    const [entries, found] = await Promise.all([posts(), reader.foundPosts(words)]);
    // The text of posts is WordPress's to search: what it finds counts, whatever title and excerpt say.
    return entries.map((post) => postText(post, '', found?.includes(post.id)));
  }

  return {
    posts,
    async post(slug) {
      if (!ownPosts) return builtIn.fullPosts.find((post) => post.slug === slug) ?? null;
      const answer = await reader.fullPost(slug);
      if (answer === null) throw new Error(NO_POSTS);
      return answer.post;
    },
    async pages() {
      return (await publicPages()).map(({ path, answer }): PageEntry => {
        const { page: own, document, listed } = answer;
        return {
          path,
          title: own.title,
          description: document.head.description,
          modified: own.modified,
          listed,
        };
      });
    },
    async search(given) {
      const words = searchWords(given);
      if (words.length === 0) return [];
      const [pages, entries] = await Promise.all([
        publicPages(),
        // Pages are found even while posts cannot be read.
        searchablePosts(given).catch(() => []),
      ]);
      const texts = pages
        .filter(({ answer }) => answer.listed)
        .map(({ path, answer }): Searchable => ({
          kind: 'page',
          path,
          title: answer.page.title,
          description: answer.document.head.description,
          text: documentText(answer.document, blocks),
        }));
      return findIn([...texts, ...entries], words);
    },
  };
}

/** Lists need no text, and every list would carry it to the browser. */
function entryOf(post: FullPost): PostEntry {
  const { id, slug, path, title, excerpt, date, modified, author, image, categories, tags } = post;
  return { id, slug, path, title, excerpt, date, modified, author, image, categories, tags };
}

/** The home page first, a page before those below it. */
function byPath(a: string, b: string): number {
  return a.localeCompare(b, 'en-US');
}

function postText({ path, title, excerpt, date }: PostEntry, text: string, found = false): Searchable {
  return { kind: 'post', path, title, description: excerpt, text, date, found };
}
