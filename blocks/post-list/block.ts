import { defineBlock } from '../../src/builder/block.ts';
import { number, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';
import {
  postListHeading,
  paginate,
  withStickyPostsFirst,
  termsOfPosts,
} from '../../src/contracts/post-listing.ts';

/** A paginated list of posts. On the route of a category, tag, author or date, it shows only the matching posts. */
export default defineBlock({
  id: 'post-list',
  title: 'Posts',
  group: 'Posts, pages and search',
  description:
    'The posts of the blog, newest first, with their categories to choose from and a way to older ones.',
  keywords: ['blog', 'articles', 'news', 'archive', 'posts'],
  script: 'none',
  query: ['page'],
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Articles' }),
    desc: richText({ label: 'Introduction' }),
    all: text({ label: 'Words for all categories', default: 'All articles' }),
    none: text({ label: 'Words where there is no post yet', default: 'No articles yet. Come back soon.' }),
    per_page: number({ label: 'Posts on a page', min: 1, max: 50, default: 9 }),
  },
  load({ per_page }, { path, parts, query, content }) {
    const found = content.postList(parts);
    const list = found && paginate(found.posts, query.page, per_page);
    if (!list) return null;
    const { kind, name, slug, home } = found;
    const shown = kind === 'all' && list.page === 1 ? withStickyPostsFirst(found.posts, list) : list;
    return {
      path,
      list: shown,
      categories: termsOfPosts(content.posts(), 'categories'),
      kind,
      name,
      slug,
      home,
    };
  },
  head({ title, path, list, kind, name }) {
    const heading = postListHeading(title, { kind, name });
    if (kind === 'all' && list.page === 1) return {};
    const what = kind === 'category' ? `${name}: ${title}` : heading;
    return {
      title: list.page === 1 ? what : `${what}, page ${list.page}`,
      ...(kind === 'all' || list.total === 0 ? {} : { description: describe(heading, list.items) }),
      ...(list.page === 1 ? {} : { query: `page=${list.page}` }),
      // As in WordPress, date archives have a feed, but do not link to it.
      ...(kind === 'all' || kind === 'date' ? {} : { feeds: [{ title: heading, path: `${path}/feed` }] }),
      // Keep search engines out of empty lists, and out of tag, author and date archives, whose posts are in the list of
      // all posts too.
      ...((kind !== 'all' && kind !== 'category') || list.total === 0 ? { unlisted: true } : {}),
    };
  },
});

/** Search engines show about this many characters of a description. */
const DESCRIPTION_CHARACTERS = 160;

/** Returns a description of a list: its name and as many whole post titles as fit, but always the first one. */
function describe(name: string, posts: readonly { title: string }[]): string {
  let words = '';
  for (const { title } of posts) {
    const longer = words === '' ? `${name}: ${title}` : `${words} · ${title}`;
    if (words !== '' && longer.length > DESCRIPTION_CHARACTERS) break;
    words = longer;
  }
  return words;
}
