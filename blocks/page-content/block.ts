import { defineBlock } from '../../src/builder/block.ts';
import { image, richText, text } from '../../src/builder/fields.ts';

export default defineBlock({
  id: 'page-content',
  title: 'Page content',
  group: 'Posts, pages and search',
  description:
    'The title, featured image and content of the page itself, for pages without a layout of blocks.',
  keywords: ['WordPress', 'body', 'article', 'video', 'embed', 'text'],
  script: 'none',
  fields: {
    title: text({ label: 'Title', required: true }),
    image: image({ label: 'Featured image' }),
    content: richText({ label: 'Content' }),
  },
});
