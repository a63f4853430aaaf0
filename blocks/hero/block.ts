import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, list, richText, text } from '../../src/builder/fields.ts';
import { sectionStyle } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'hero',
  title: 'Hero',
  group: 'Opening and closing',
  description: 'The first thing a visitor sees: headline, description, picture and up to four buttons.',
  script: 'none',
  style: sectionStyle,
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
});
