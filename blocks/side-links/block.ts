import { defineBlock } from '../../src/builder/block.ts';
import { link, list, richText, text } from '../../src/builder/fields.ts';

export default defineBlock({
  id: 'side-links',
  title: 'Links beside a page',
  group: 'Posts, pages and search',
  description: 'Links to pages that belong together, for the aside; the page one is on is marked.',
  keywords: ['navigation', 'menu', 'sidebar', 'table of contents', 'links'],
  script: 'none',
  fields: {
    title: text({ label: 'Title', required: true }),
    items: list({
      label: 'Links',
      max: 20,
      expectsRows: true,
      row: { link: link({ label: 'Link', required: true }) },
    }),
    note: richText({ label: 'Text below the links' }),
  },
  example: {
    title: 'On this subject',
    items: {
      rows: [
        { link: { href: '/', text: 'Home', newTab: false } },
        { link: { href: '/contact', text: 'Contact', newTab: false } },
      ],
    },
  },
});
