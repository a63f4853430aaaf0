import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, richText, text } from '../../src/builder/fields.ts';
import { background, pictureSide, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'split',
  title: 'Picture and text',
  group: 'Text and pictures',
  description:
    'A picture beside a text, with points and up to two links. For a person, a place or a promise.',
  keywords: ['image and text', 'photo', 'about me', 'bio', 'two columns', 'media', 'side by side', 'feature'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    side: pictureSide(),
    shape: choice({
      label: 'Shape of the picture',
      options: {
        arch: 'Tall arch, for people',
        window: 'Wide, under a shallow arch',
        plain: 'Rounded rectangle',
        wide: 'Larger, joined to the text by a rule',
      },
      default: 'arch',
    }),
    image: image({ label: 'Picture' }),
    caption: text({ label: 'Line under the picture' }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Text' }),
    points: text({ label: 'Points, one a line', multiline: true }),
    note: text({ label: 'Note', help: 'Says so where a figure in the text is a sample.' }),
    link: link({ label: 'Link' }),
    more: link({ label: 'Second link' }),
  },
  example: {
    tone: 'paper',
    side: 'start',
    shape: 'arch',
    image: {
      src: '/scenes/agent-portrait.svg',
      width: 600,
      height: 800,
      alt: 'Flat illustration of an agent in a green blazer in front of a porch.',
    },
    eyebrow: 'Who you work with',
    title: 'Someone who knows the way',
    desc: '<p>Say who you are, how long you have done this, and what clients can expect from you.</p>',
    points: 'One person from the first talk to the keys\nAnswers within a day',
    link: { href: '/about', text: 'More about me', newTab: false },
  },
});
