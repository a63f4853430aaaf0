import { defineBlock } from '../../src/builder/block.ts';
import { choice, link, list, number, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'market-chart',
  title: 'Market chart',
  group: 'Facts and figures',
  description:
    'Monthly figures as a line or as bars, with the same as a table, their source and date. Figures older than their shelf life say so.',
  keywords: ['graph', 'trend', 'prices', 'statistics', 'line chart', 'bar chart', 'data'],
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'What the chart shows, in a sentence or two' }),
    measure: text({ label: 'What is counted', default: 'Median sale price' }),
    unit: choice({ label: 'Unit', options: ['dollars', 'number', 'percent', 'days'], default: 'dollars' }),
    look: choice({
      label: 'Look',
      options: {
        line: 'Line, for a level that changes, such as a price',
        bars: 'Bars from 0, for counts, such as sales',
      },
      default: 'line',
    }),
    items: list({
      label: 'Months, oldest first',
      max: 36,
      expectsRows: true,
      row: {
        month: text({ label: 'Month', required: true, help: 'As 2026-10.' }),
        value: number({ label: 'Value', required: true }),
      },
    }),
    as_of: text({ label: 'Date of the figures', required: true, help: 'As 2026-10-31.' }),
    source: text({ label: 'Source', required: true }),
    shelf_life_days: number({
      label: 'Shelf life in days',
      help: 'After it the chart says that its figures are old.',
      min: 1,
      max: 3_650,
      default: 60,
    }),
    sample: text({ label: 'Note', help: 'Says so where the figures are samples.' }),
    link: link({ label: 'Link below the chart' }),
  },
  example: {
    tone: 'paper',
    title: 'How prices moved',
    desc: '<p>Say in a sentence what the chart shows.</p>',
    measure: 'Median sale price',
    unit: 'dollars',
    look: 'line',
    items: {
      rows: [
        { month: '2026-05', value: 300_000 },
        { month: '2026-06', value: 306_000 },
        { month: '2026-07', value: 311_000 },
        { month: '2026-08', value: 309_000 },
        { month: '2026-09', value: 305_000 },
        { month: '2026-10', value: 307_000 },
      ],
    },
    as_of: '2026-10-31',
    source: 'Name the source of these figures',
    shelf_life_days: 60,
    sample: 'Sample figures. Replace them with your own.',
  },
});
