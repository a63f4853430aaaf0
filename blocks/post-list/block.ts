import { defineBlock } from '../../src/builder/block.ts';
import { choice, number, richText, text } from '../../src/builder/fields.ts';
import { tones } from '../../src/builder/tones.ts';
import { paged, termsOf } from '../../src/content/post-listing.ts';

/** The posts, page by page; on the routes of a category or tag, its posts. */
export default defineBlock({
  id: 'post-list',
  title: 'Posts',
  description:
    'The posts of the blog, newest first, with their categories to choose from and a way to older ones.',
  script: 'none',
  query: ['page'],
  fields: {
    tone: choice({ label: 'Ground', options: tones, default: 'paper' }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Articles' }),
    desc: richText({ label: 'Introduction' }),
    all: text({ label: 'Words for all categories', default: 'All articles' }),
    none: text({ label: 'Words where there is no post yet', default: 'No articles yet. Come back soon.' }),
    per_page: number({ label: 'Posts on a page', min: 1, max: 50, default: 9 }),
  },
  async load({ per_page }, { path, parts, query, content }) {
    const posts = await content.posts();
    const categories = termsOf(posts, 'categories');
    const tags = termsOf(posts, 'tags');
    const wanted = parts.category ?? parts.tag;
    const kind = parts.tag === undefined ? 'categories' : 'tags';
    const term = (kind === 'tags' ? tags : categories).find(({ slug }) => slug === wanted) ?? null;
    if (wanted !== undefined && !term) return null;
    const own = term ? posts.filter((post) => post[kind].some(({ slug }) => slug === term.slug)) : posts;
    const list = paged(own, query.page, per_page);
    return list && { path, list, categories, term, isTag: kind === 'tags' };
  },
  head({ title, list, term, isTag }) {
    const what = term ? (isTag ? `Articles on ${term.name}` : `${term.name}: ${title}`) : title;
    if (!term && list.page === 1) return {};
    return {
      title: list.page === 1 ? what : `${what}, page ${list.page}`,
      ...(term
        ? { description: `${what}: ${list.items.map((post) => post.title).join(' · ')}`.slice(0, 160) }
        : {}),
      ...(list.page === 1 ? {} : { query: `page=${list.page}` }),
      // A tag's page holds nothing that the categories' pages do not.
      ...(isTag ? { unlisted: true } : {}),
    };
  },
});
