import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, list, richText, text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'hero',
  title: 'Hero',
  group: 'Opening and closing',
  description: 'The first thing a visitor sees: headline, description, picture and up to four buttons.',
  keywords: ['banner', 'header', 'headline', 'cover', 'intro', 'hero banner', 'jumbotron', 'slider', 'top'],
  script: 'none',
  style: allStyleParts,
  fields: {
    look: choice({
      label: 'Look',
      options: {
        scene: 'A wide picture behind the text',
        portrait: 'A tall picture beside the text',
        plain: 'A picture beside the text, if there is one',
      },
      default: 'plain',
    }),
    eyebrow: text({ label: 'Line above the headline' }),
    title: text({ label: 'Headline', required: true }),
    desc: richText({ label: 'Description' }),
    tagline: text({ label: 'Tagline below the description' }),
    image: image({ label: 'Picture' }),
    caption: text({
      label: 'Line under the picture',
      showWhen: { field: 'look', is: ['portrait', 'plain'] },
    }),
    cta_text: text({ label: 'First button: words' }),
    cta_link: link({ label: 'First button: where it leads' }),
    more: list({
      label: 'Further buttons',
      max: 3,
      row: { link: link({ label: 'Button', required: true }) },
    }),
  },
  example: {
    look: 'plain',
    eyebrow: 'Homes in your area',
    title: 'Find a home that fits',
    desc: '<p>Say in one or two sentences what you do, where, and how a visitor gains from it.</p>',
    image: {
      src: '/scenes/first-keys.svg',
      width: 1200,
      height: 900,
      alt: 'Drawn red front door standing open, and a hand with house keys.',
    },
    cta_text: 'Get in touch',
    cta_link: { href: '/contact', text: '', newTab: false },
    more: { rows: [] },
  },
});
