import { defineBlock } from '../../src/builder/block.ts';
import { choice, list, richText, text } from '../../src/builder/fields.ts';
import { lightTones } from '../../src/builder/tones.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { FILTER_PARAMETER, termAnchor, glossaryPlainText } from './terms.ts';

export default defineBlock({
  id: 'glossary',
  title: 'Glossary',
  group: 'Text and pictures',
  description:
    'Terms with their meaning, each with its own anchor, and a filter that works without script too.',
  keywords: ['definitions', 'terms', 'dictionary', 'A to Z'],
  script: 'near',
  query: [FILTER_PARAMETER],
  style: allStyleParts,
  fields: {
    tone: choice({ label: 'Background', options: lightTones, default: 'sand' }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Glossary' }),
    desc: richText({ label: 'Introduction' }),
    items: list({
      label: 'Terms',
      max: 60,
      expectsRows: true,
      row: {
        term: text({ label: 'Term', required: true }),
        meaning: richText({ label: 'Meaning', required: true }),
      },
    }),
    note: richText({ label: 'Small print' }),
  },
  example: {
    tone: 'sand',
    title: 'Glossary',
    desc: '<p>Words that you will meet on the way.</p>',
    items: {
      rows: [
        {
          term: 'Appraisal',
          meaning: '<p>A licensed appraiser’s opinion of what a home is worth. The lender asks for it.</p>',
        },
        {
          term: 'Closing',
          meaning: '<p>The day on which the papers are signed and the home changes hands.</p>',
        },
        { term: 'Earnest money', meaning: '<p>A deposit that shows that an offer is serious.</p>' },
      ],
    },
  },
  structuredData: ({ title, items }, site) =>
    'html' in items || items.rows.length === 0
      ? null
      : {
          '@type': 'DefinedTermSet',
          name: title,
          hasDefinedTerm: items.rows.map(({ term, meaning }) => ({
            '@type': 'DefinedTerm',
            name: term,
            description: glossaryPlainText(meaning),
            url: `${site.pageUrl}#${termAnchor(term)}`,
          })),
        },
});
