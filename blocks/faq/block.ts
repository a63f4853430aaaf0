import { defineBlock } from '../../src/builder/block.ts';
import { link, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'faq',
  title: 'Questions and answers',
  group: 'Text and pictures',
  description:
    'An accordion: one answer open at a time. Search engines get the questions as structured data.',
  keywords: ['FAQ', 'accordion', 'questions', 'toggle', 'answers', 'collapse'],
  style: allStyleParts,
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
  example: {
    tone: 'paper',
    title: 'Frequently Asked Questions',
    desc: '<p>What most people ask first.</p>',
    items: {
      rows: [
        {
          question: 'What does a first talk cost?',
          answer: '<p>Nothing. You ask, and you learn what the next step would be.</p>',
        },
        {
          question: 'How long does it take?',
          answer: '<p>Name the usual range, and what it depends on.</p>',
        },
        { question: 'What should I have ready?', answer: '<p>Name the papers and figures that help.</p>' },
      ],
    },
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
