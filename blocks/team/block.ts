import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, list, richText, text } from '../../src/builder/fields.ts';
import { tones } from '../../src/builder/tones.ts';

export default defineBlock({
  id: 'team',
  title: 'Team',
  group: 'People and proof',
  description: 'People with their photo, title and a few words about them.',
  script: 'none',
  fields: {
    tone: choice({ label: 'Background', options: tones, default: 'paper' }),
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
