import { defineBlock } from '../../src/builder/block.ts';
import { list, number, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

/**
 * Client testimonials. They have no structured data: search engines ignore reviews on a business's own site, and sample
 * testimonials must never look like reviews.
 */
export default defineBlock({
  id: 'testimonials',
  title: 'Testimonials',
  group: 'People and proof',
  description: 'Clients in their own words; the first stands out. Publish only what real clients wrote.',
  keywords: [
    'reviews',
    'quotes',
    'ratings',
    'stars',
    'clients',
    'feedback',
    'social proof',
    'recommendations',
  ],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background('sand'),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'What Clients Say' }),
    desc: richText({ label: 'Introduction' }),
    note: text({ label: 'Note', help: 'Says so where the words are samples.' }),
    items: list({
      label: 'Testimonials',
      max: 12,
      expectsRows: true,
      row: {
        quote: text({ label: 'Words', required: true, multiline: true }),
        name: text({ label: 'Name', required: true }),
        initials: text({ label: 'Initials', help: 'Taken from the name when empty.' }),
        location: text({ label: 'Place' }),
        rating: number({ label: 'Stars, 0 to 5 in halves', min: 0, max: 5 }),
      },
    }),
  },
  example: {
    tone: 'sand',
    title: 'What Clients Say',
    note: 'Examples. Publish only what real clients wrote.',
    items: {
      rows: [
        {
          quote: 'What a client wrote, in their own words: what went well, and what surprised them.',
          name: 'First client',
          location: 'City',
          rating: 5,
        },
        { quote: 'A short one is good too.', name: 'Second client', location: 'City', rating: 5 },
        {
          quote: 'What they would tell a friend who is about to buy or sell.',
          name: 'Third client',
          location: 'City',
          rating: 5,
        },
      ],
    },
  },
});
