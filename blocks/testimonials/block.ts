import { defineBlock } from '../../src/builder/block.ts';
import { list, number, richText, text } from '../../src/builder/fields.ts';
import { background, sectionStyle } from '../../src/builder/section-style.ts';

/**
 * Client testimonials. The structured data has no ratings: search engines ignore reviews on a business's own site, and
 * sample testimonials must never look like reviews.
 */
export default defineBlock({
  id: 'testimonials',
  title: 'Testimonials',
  group: 'People and proof',
  description: 'Clients in their own words; the first stands out. Publish only what real clients wrote.',
  script: 'none',
  style: sectionStyle,
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
});
