import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, richText, text } from '../../src/builder/fields.ts';
import { tones } from '../../src/builder/tones.ts';

export default defineBlock({
  id: 'prose',
  title: 'Text',
  group: 'Text and pictures',
  description: 'A title and body text at a readable line length, with an optional second text beside it.',
  script: 'none',
  fields: {
    tone: choice({ label: 'Background', options: tones, default: 'paper' }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title' }),
    intro: richText({ label: 'Introduction' }),
    content: richText({ label: 'Text' }),
    aside: richText({ label: 'Text beside it' }),
    image: image({ label: 'Picture below' }),
    note: richText({ label: 'Small print' }),
  },
});
