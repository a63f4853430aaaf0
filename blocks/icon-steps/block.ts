import { defineBlock } from '../../src/builder/block.ts';
import { choice, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';
import { iconNames } from '../../src/ui/theme/icon-names.ts';

export default defineBlock({
  id: 'icon-steps',
  title: 'Steps with drawings',
  group: 'Text and pictures',
  description: 'Numbered steps as wide rows: a drawing in a doorway, the title, and the text beside it.',
  keywords: ['process', 'how it works', 'icons', 'timeline', 'numbered list'],
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    steps: list({
      label: 'Steps',
      max: 10,
      expectsRows: true,
      row: {
        title: text({ label: 'Title', required: true }),
        description: richText({ label: 'Text' }),
        icon: choice({ label: 'Drawing', options: iconNames }),
      },
    }),
    note: richText({ label: 'Small print' }),
  },
  example: {
    tone: 'paper',
    title: 'How it works',
    desc: '<p>From the first talk to the keys.</p>',
    steps: {
      rows: [
        { title: 'We talk', description: '<p>About what you need, and by when.</p>', icon: 'phone' },
        { title: 'We look', description: '<p>At homes that fit, with their figures.</p>', icon: 'home' },
        { title: 'You decide', description: '<p>With everything in writing.</p>', icon: 'key' },
      ],
    },
  },
});
