import { defineBlock } from '../../src/builder/block.ts';
import { choice, date, link, list, number, richText, text } from '../../src/builder/fields.ts';
import { background, sectionStyle } from '../../src/builder/section-style.ts';
import { lastDay } from './dates.ts';

export default defineBlock({
  id: 'market-chart',
  title: 'Market chart',
  group: 'Facts and figures',
  description:
    'Monthly figures as a line or as bars, with the same as a table, their source and date. Figures older than their shelf life say so.',
  style: sectionStyle,
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
    as_of: date({
      label: 'Date of the figures',
      required: true,
      // Was a text, which could also be a month.
      upgrade: { value: lastDay },
    }),
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
});
