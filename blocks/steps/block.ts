import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, list, number, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'steps',
  title: 'Steps',
  group: 'Text and pictures',
  description: 'A numbered process: each step with a title, a text and, if wanted, points below it.',
  keywords: ['process', 'how it works', 'timeline', 'roadmap', 'numbered list', 'stages'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    look: choice({
      label: 'Look',
      options: {
        path: 'One below the other along a line',
        columns: 'Side by side, for short steps',
        timeline: 'Along a line, with the time of each step before it',
      },
      default: 'path',
    }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    image: image({ label: 'Picture beside the path', showWhen: { field: 'look', is: ['path'] } }),
    items: list({
      label: 'Steps',
      max: 10,
      expectsRows: true,
      row: {
        title: text({ label: 'Title', required: true }),
        desc: richText({ label: 'Text' }),
        points: text({ label: 'Points, one a line', multiline: true }),
        time: text({ label: 'How long it takes' }),
      },
    }),
    note: richText({ label: 'Small print' }),
    days: number({
      label: 'Length of the whole process, in days',
      help: 'Sent to search engines, not shown on the page.',
      min: 1,
    }),
  },
  example: {
    tone: 'paper',
    look: 'path',
    title: 'How it works',
    desc: '<p>Three steps, and you can stop after each.</p>',
    items: {
      rows: [
        { title: 'You write', desc: '<p>Leave a phone number or an e-mail address.</p>' },
        { title: 'We talk', desc: '<p>About what you need, and by when.</p>' },
        { title: 'You decide', desc: '<p>With a plan and its costs in writing.</p>' },
      ],
    },
  },
  structuredData: ({ title, items, days }) =>
    days === undefined || 'html' in items || items.rows.length === 0
      ? null
      : {
          '@type': 'HowTo',
          name: title,
          totalTime: `P${days}D`,
          step: items.rows.map((row, index) => ({
            '@type': 'HowToStep',
            position: index + 1,
            name: row.title,
          })),
        },
});
