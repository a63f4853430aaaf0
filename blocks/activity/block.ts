import { defineBlock } from '../../src/builder/block.ts';
import { choice, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'activity',
  title: 'Recent activity',
  group: 'Facts and figures',
  description: 'Sales, purchases and listings, newest first. Four show; visitors open the others.',
  keywords: ['sales', 'sold', 'listings', 'transactions', 'news', 'track record'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Recent Activity' }),
    desc: richText({ label: 'Introduction' }),
    note: text({ label: 'Note', help: 'Says so where the entries are samples.' }),
    items: list({
      label: 'Entries, newest first',
      max: 24,
      expectsRows: true,
      row: {
        type: choice({
          label: 'Type',
          options: { sold: 'Sold', purchase: 'Bought', listing: 'Listed' },
          default: 'sold',
        }),
        title: text({ label: 'Title', required: true }),
        desc: text({ label: 'Description' }),
        date: text({ label: 'Date', help: 'As it is shown: October 24, 2026.' }),
      },
    }),
  },
  example: {
    tone: 'paper',
    title: 'Recent Activity',
    desc: '<p>What happened lately, newest first.</p>',
    note: 'Sample entries. Replace them with your own.',
    items: {
      rows: [
        {
          type: 'sold',
          title: 'Three-bedroom ranch',
          desc: 'Sold in nine days, with two offers',
          date: 'Last month',
        },
        {
          type: 'purchase',
          title: 'A first home in town',
          desc: 'With a grant for the down payment',
          date: 'Last month',
        },
        {
          type: 'listing',
          title: 'Brick cottage near the park',
          desc: 'Two bedrooms, new roof',
          date: 'This month',
        },
      ],
    },
  },
});
