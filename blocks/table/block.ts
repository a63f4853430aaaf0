import { defineBlock } from '../../src/builder/block.ts';
import { choice, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'table',
  title: 'Table',
  group: 'Facts and figures',
  description: 'A comparison in up to four columns. On narrow screens each row becomes a card.',
  keywords: ['comparison', 'pricing', 'grid', 'price list', 'rows', 'columns', 'pros and cons'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    look: choice({
      label: 'Look',
      options: { rows: 'Rows', facing: 'Second and third column on either side of the first' },
      default: 'rows',
    }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    head_a: text({ label: 'First column', default: 'Name' }),
    head_b: text({ label: 'Second column', default: 'Details' }),
    head_c: text({ label: 'Third column' }),
    head_d: text({ label: 'Fourth column' }),
    items: list({
      label: 'Rows',
      max: 20,
      expectsRows: true,
      row: {
        a: text({ label: 'First column', required: true }),
        b: richText({ label: 'Second column' }),
        c: richText({ label: 'Third column' }),
        d: richText({ label: 'Fourth column' }),
      },
    }),
    note: richText({ label: 'Small print' }),
  },
  example: {
    tone: 'paper',
    look: 'rows',
    title: 'Side by side',
    desc: '<p>Compare what matters to your readers.</p>',
    head_a: 'What',
    head_b: 'First choice',
    head_c: 'Second choice',
    items: {
      rows: [
        { a: 'Cost', b: '<p>Name it</p>', c: '<p>Name it</p>' },
        { a: 'Time', b: '<p>Name it</p>', c: '<p>Name it</p>' },
        { a: 'Best for', b: '<p>Name it</p>', c: '<p>Name it</p>' },
      ],
    },
  },
});
