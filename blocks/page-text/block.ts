import { defineBlock } from '../../src/builder/block.ts';
import { reference, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'page-text',
  title: 'Text from another page',
  group: 'Posts, pages and search',
  description:
    'Shows a text of another page or post, and changes with it. For a text that belongs to one page and is repeated on others.',
  keywords: ['reuse', 'include', 'embed', 'content section', 'custom field', 'repeat', 'sync'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title' }),
    page: reference({ label: 'Page or post' }),
    field: text({
      label: 'Field of that page',
      help: 'The name of one of its fields, such as about_desc. Leave it empty for the text of the page itself.',
    }),
    fallback: richText({ label: 'Shown if there is no such text' }),
  },
  example: {
    tone: 'paper',
    title: 'My story',
    page: { path: '/about', title: 'About' },
    field: 'story_content',
    fallback: '<p>Say here what visitors read if the other page has no such text.</p>',
  },
  load: ({ page, field = '' }, { content }) => ({
    html: page ? content.htmlOf(page.path, field.trim()) : null,
  }),
});
