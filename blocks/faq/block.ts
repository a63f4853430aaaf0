import { defineBlock } from '../../src/builder/block.ts';
import { link, list, richText, text } from '../../src/builder/fields.ts';
import { background, sectionStyle } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'faq',
  title: 'Questions and answers',
  group: 'Text and pictures',
  description:
    'An accordion: one answer open at a time. Search engines get the questions as structured data.',
  style: sectionStyle,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Frequently Asked Questions' }),
    desc: richText({ label: 'Introduction' }),
    link: link({ label: 'Link below the introduction' }),
    items: list({
      label: 'Questions',
      max: 20,
      expectsRows: true,
      row: {
        question: text({ label: 'Question', required: true }),
        answer: richText({ label: 'Answer', required: true }),
      },
    }),
  },
  structuredData: ({ items }) =>
    'html' in items || items.rows.length === 0
      ? null
      : {
          '@type': 'FAQPage',
          mainEntity: items.rows.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
});
