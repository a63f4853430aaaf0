import { defineBlock } from '../../src/builder/block.ts';
import { image, list, richText, text } from '../../src/builder/fields.ts';
import { background, sectionStyle } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'team',
  title: 'Team',
  group: 'People and proof',
  description: 'People with their photo, title and a few words about them.',
  script: 'none',
  style: sectionStyle,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Who You Work With' }),
    desc: richText({ label: 'Introduction' }),
    note: text({ label: 'Note', help: 'Says so where the people are samples.' }),
    members: list({
      label: 'Members',
      max: 24,
      expectsRows: true,
      row: {
        name: text({ label: 'Name', required: true }),
        title: text({ label: 'Title' }),
        photo: image({ label: 'Photo', help: 'Upright, three wide and four high.' }),
        bio: richText({ label: 'About them' }),
      },
    }),
  },
});
