import { defineBlock } from '../../src/builder/block.ts';
import { choice, number, richText, text } from '../../src/builder/fields.ts';
import { tones } from '../../src/builder/tones.ts';
import { paged, postsOfTerm, termsOf } from '../../src/contracts/post-listing.ts';

/** A paginated list of posts. The route of a category or tag shows only its posts. */
export default defineBlock({
  id: 'post-list',
  title: 'Posts',
  group: 'Posts, pages and search',
  description:
    'The posts of the blog, newest first, with their categories to choose from and a way to older ones.',
  script: 'none',
  query: ['page'],
  fields: {
    tone: choice({ label: 'Background', options: tones, default: 'paper' }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Articles' }),
    desc: richText({ label: 'Introduction' }),
    all: text({ label: 'Words for all categories', default: 'All articles' }),
    none: text({ label: 'Words where there is no post yet', default: 'No articles yet. Come back soon.' }),
    per_page: number({ label: 'Posts on a page', min: 1, max: 50, default: 9 }),
  },
  load({ per_page }, { path, parts, query, content }) {
    const posts = content.posts();
    const categories = termsOf(posts, 'categories');
    const isTag = parts.tag !== undefined;
    const wanted = parts.category ?? parts.tag;
    if (wanted === undefined) {
      const list = paged(posts, query.page, per_page);
      return list && { path, list, categories, term: null, isTag };
    }
    const own = isTag
      ? postsOfTerm(posts, 'tags', wanted)
      : postsOfTerm(posts, 'categories', wanted, content.categories());
    const list = own && paged(own.posts, query.page, per_page);
    return list && { path, list, categories, term: own.term, isTag };
  },
  head({ title, list, term, isTag }) {
    const what = term ? (isTag ? `Articles on ${term.name}` : `${term.name}: ${title}`) : title;
    if (!term && list.page === 1) return {};
    return {
      title: list.page === 1 ? what : `${what}, page ${list.page}`,
      ...(term ? { description: describe(isTag ? what : term.name, list.items) } : {}),
      ...(list.page === 1 ? {} : { query: `page=${list.page}` }),
      // Exclude tag pages from search engines, because category pages already list the same posts.
      ...(isTag ? { unlisted: true } : {}),
    };
  },
});

/** Search engines show about this many characters of a description. */
const DESCRIPTION_CHARACTERS = 160;

/** Describes a list by as many whole titles of its posts as fit, and by the first one in any case. */
function describe(name: string, posts: readonly { title: string }[]): string {
  let words = '';
  for (const { title } of posts) {
    const longer = words === '' ? `${name}: ${title}` : `${words} · ${title}`;
    if (words !== '' && longer.length > DESCRIPTION_CHARACTERS) break;
    words = longer;
  }
  return words;
}
