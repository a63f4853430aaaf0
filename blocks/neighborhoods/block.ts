import { defineBlock } from '../../src/builder/block.ts';
import { image, link, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'neighborhoods',
  title: 'Neighborhoods',
  group: 'Facts and figures',
  description:
    'Places one after the other, each with a picture, a description, an average price and features.',
  keywords: ['areas', 'communities', 'places', 'districts', 'locations', 'suburbs'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    note: text({ label: 'Date and source of the prices' }),
    price_label: text({ label: 'Words at every price', default: 'Average price' }),
    neighborhoods: list({
      label: 'Neighborhoods',
      max: 20,
      expectsRows: true,
      row: {
        name: text({ label: 'Name', required: true }),
        description: richText({ label: 'Description' }),
        image: image({ label: 'Picture' }),
        price: text({ label: 'Average price', help: 'As it is shown: $350,000.' }),
        features: text({ label: 'Features, one a line', multiline: true }),
        anchor: text({ label: 'Anchor', help: 'The part after # in a link. Made from the name when empty.' }),
        link: link({ label: 'Link' }),
      },
    }),
  },
  example: {
    tone: 'paper',
    title: 'Places to live',
    desc: '<p>What each place is like, and what homes cost there.</p>',
    note: 'Name the date and the source of the prices.',
    price_label: 'Average price',
    neighborhoods: {
      rows: [
        {
          name: 'First neighborhood',
          description: '<p>Describe its homes, streets and lots, and how far it is to work and shops.</p>',
          image: {
            src: '/scenes/ankeny.svg',
            width: 1200,
            height: 900,
            alt: 'Drawn street of new two-storey homes with young trees.',
          },
          price: '$000,000',
          features: 'Trails\nNew construction',
        },
        {
          name: 'Second neighborhood',
          description: '<p>Describe its homes, streets and lots, and how far it is to work and shops.</p>',
          image: {
            src: '/scenes/beaverdale.svg',
            width: 1200,
            height: 900,
            alt: 'Drawn brick cottage with a steep gable beside a large oak.',
          },
          price: '$000,000',
          features: 'Brick homes\nLarge trees',
        },
      ],
    },
  },
});
