import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';
import { iconNames } from '../../src/ui/theme/icon-names.ts';

export default defineBlock({
  id: 'cards',
  title: 'Cards',
  group: 'Text and pictures',
  description:
    'Cards side by side, each with a title, a text and, if wanted, an icon, a picture, points and a link.',
  keywords: ['features', 'services', 'benefits', 'boxes', 'grid', 'columns', 'tiles', 'gallery', 'checklist'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    look: choice({
      label: 'Look',
      options: {
        boxed: 'Boxes with a border',
        open: 'Columns under a line',
        pictured: 'A picture on top',
        arched: 'Tall pictures like doorways',
        rows: 'Large pictures, left and right in turn',
        feature: 'Two large cards, the others in full width',
        checklist: 'Checklists with boxes to tick on paper',
      },
      default: 'boxed',
    }),
    head: choice({
      label: 'Place of the title',
      options: { above: 'Above the cards', beside: 'Left of the cards, on wide screens' },
      default: 'above',
    }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    image: image({
      label: 'Picture beside the introduction',
      showWhen: { field: 'head', is: ['above'] },
    }),
    items: list({
      label: 'Cards',
      max: 12,
      expectsRows: true,
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
    links: choice({
      label: 'Links in the cards',
      options: { arrow: 'Text with an arrow', button: 'Buttons' },
      default: 'arrow',
    }),
    more: link({ label: 'Link below the cards' }),
  },
  example: {
    tone: 'paper',
    look: 'boxed',
    head: 'above',
    title: 'What you get',
    desc: '<p>Three things that you can count on.</p>',
    items: {
      rows: [
        {
          title: 'A clear plan',
          desc: '<p>Every step in writing, with its date and its cost.</p>',
          icon: 'check',
        },
        {
          title: 'Local knowledge',
          desc: '<p>Streets, prices and plans for each part of town.</p>',
          icon: 'map',
        },
        {
          title: 'Straight answers',
          desc: '<p>What speaks for a home, and what speaks against it.</p>',
          icon: 'document',
        },
      ],
    },
    links: 'arrow',
  },
});
