import { defineBlock } from '../../src/builder/block.ts';
import { list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'proof',
  title: 'Proof',
  group: 'People and proof',
  description: 'A slim strip: one strong sentence or a short quote, with up to three figures beside it.',
  keywords: ['social proof', 'trust', 'quote', 'logos', 'numbers', 'badge'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background('sand'),
    proof: richText({ label: 'Sentence or quote', required: true }),
    by: text({ label: 'Whose words, for a quote' }),
    note: text({ label: 'Note', help: 'Says so where the words are a sample.' }),
    figures: list({
      label: 'Figures',
      max: 3,
      row: {
        figure: text({ label: 'Figure', required: true }),
        label: text({ label: 'What it counts', required: true }),
      },
    }),
  },
  example: {
    tone: 'sand',
    proof: '<p>One strong sentence, or a short quote from a client.</p>',
    by: 'The client’s name, city',
    figures: {
      rows: [
        { figure: '00', label: 'Homes sold, and the year' },
        { figure: '00 days', label: 'Usual time to an offer' },
      ],
    },
  },
});
