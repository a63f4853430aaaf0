import { defineBlock } from '../../src/builder/block.ts';
import { contentChoice, link, number, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';
import type { PostEntry } from '../../src/contracts/content.ts';
import { relatedPosts } from '../../src/contracts/post-listing.ts';

export default defineBlock({
  id: 'related-posts',
  title: 'Related posts',
  group: 'Posts, pages and search',
  description:
    'A few posts side by side: below a post those that have most in common with it, elsewhere the newest.',
  keywords: ['blog', 'articles', 'read more', 'recommended', 'latest posts'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background('sand'),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Read on' }),
    category: contentChoice({ label: 'Only posts of this category', optionsFrom: 'categories' }),
    count: number({ label: 'How many', min: 1, max: 12, default: 3 }),
    more: link({ label: 'Link below' }),
  },
  load({ category, count }, { parts, content }) {
    const isShown = ({ slug, categories }: PostEntry) =>
      category === undefined ||
      // Keep the current post, because `relatedPosts` compares the other posts with it.
      slug === parts.post ||
      categories.some((each) => decodeURIComponent(each.slug) === category);
    return { posts: relatedPosts(content.posts().filter(isShown), parts.post ?? '', count) };
  },
});
