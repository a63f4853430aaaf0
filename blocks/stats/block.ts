import { defineBlock } from '../../src/builder/block.ts';
import { link, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'stats',
  title: 'Figures',
  group: 'Facts and figures',
  description: 'Large figures side by side, each with its label, and a line that dates and sources them.',
  keywords: ['numbers', 'statistics', 'counters', 'metrics', 'key figures', 'results'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background('sand'),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    items: list({
      label: 'Figures',
      max: 6,
      expectsRows: true,
      row: {
        figure: text({ label: 'Figure', required: true, help: 'As it is shown: $328,500, 14 days, 102.4%.' }),
        label: text({
          label: 'What it counts',
          help: 'The measure, the area and the period: Median sale price, Polk County, October 2026.',
          required: true,
        }),
      },
    }),
    note: text({ label: 'Date and source', help: 'For example: Des Moines area, October 2026, source.' }),
    link: link({ label: 'Link below the figures' }),
  },
  example: {
    tone: 'sand',
    title: 'The market in figures',
    items: {
      rows: [
        { figure: '$000,000', label: 'Median sale price, area and month' },
        { figure: '00 days', label: 'Median time on the market' },
        { figure: '00.0%', label: 'Of the list price' },
      ],
    },
    note: 'Sample figures. Replace them, and name their date and source.',
  },
});
