import { defineBlock } from '../../src/builder/block.ts';
import { image, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'team',
  title: 'Team',
  group: 'People and proof',
  description: 'People with their photo, title and a few words about them.',
  keywords: ['people', 'staff', 'agents', 'about us', 'members', 'photos', 'bio'],
  script: 'none',
  style: allStyleParts,
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
  example: {
    tone: 'paper',
    title: 'Who You Work With',
    members: {
      rows: [
        {
          name: 'First and last name',
          title: 'Agent',
          photo: {
            src: '/scenes/agent-portrait.svg',
            width: 600,
            height: 800,
            alt: 'Flat illustration of an agent in a green blazer.',
          },
          bio: '<p>A few words about experience, and what clients can ask about.</p>',
        },
        {
          name: 'First and last name',
          title: 'Coordinator',
          photo: {
            src: '/scenes/coordinator-portrait.svg',
            width: 600,
            height: 800,
            alt: 'Flat illustration of a coordinator holding a binder.',
          },
          bio: '<p>A few words about experience, and what clients can ask about.</p>',
        },
      ],
    },
  },
});
