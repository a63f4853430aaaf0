import { defineBlock } from '../../src/builder/block.ts';
import { link, number, text } from '../../src/builder/fields.ts';
import { background, sectionStyle } from '../../src/builder/section-style.ts';
import { relatedPosts } from '../../src/contracts/post-listing.ts';

export default defineBlock({
  id: 'related-posts',
  title: 'Related posts',
  group: 'Posts, pages and search',
  description:
    'A few posts side by side: below a post those that have most in common with it, elsewhere the newest.',
  script: 'none',
  style: sectionStyle,
  fields: {
    tone: background('sand'),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Read on' }),
    count: number({ label: 'How many', min: 1, max: 12, default: 3 }),
    more: link({ label: 'Link below' }),
  },
  load({ count }, { parts, content }) {
    return { posts: relatedPosts(content.posts(), parts.post ?? '', count) };
  },
});
