import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, list, richText, text } from '../../src/builder/fields.ts';
import { iconNames } from '../../src/ui/icon-names.ts';

/** A few things side by side: services, benefits, tips. */
export default defineBlock({
  id: 'cards',
  title: 'Cards',
  description:
    'Cards side by side, each with a title, a text and, if wanted, an icon, a picture, points and a link.',
  fields: {
    tone: choice({ label: 'Ground', options: ['paper', 'sand', 'surface', 'deep'], default: 'paper' }),
    look: choice({
      label: 'Look',
      options: ['boxed', 'open', 'pictured'],
      default: 'boxed',
      help: 'Boxed: cards with a border. Open: columns under a line. Pictured: each with a picture on top.',
    }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    items: list({
      label: 'Cards',
      max: 12,
      row: {
        title: text({ label: 'Title', required: true }),
        desc: richText({ label: 'Text' }),
        icon: choice({ label: 'Icon', options: iconNames }),
        image: image({ label: 'Picture' }),
        points: text({ label: 'Points, one a line', multiline: true }),
        link: link({ label: 'Link' }),
        anchor: text({ label: 'Anchor', help: 'The part after # in a link to this card.' }),
      },
    }),
    more: link({ label: 'Link below the cards' }),
  },
});

