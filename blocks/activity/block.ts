import { defineBlock } from '../../src/builder/block.ts';
import { choice, list, richText, text } from '../../src/builder/fields.ts';
import { background, sectionStyle } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'activity',
  title: 'Recent activity',
  group: 'Facts and figures',
  description: 'Sales, purchases and listings, newest first. Four show; visitors open the others.',
  script: 'none',
  style: sectionStyle,
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
});
