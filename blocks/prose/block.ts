import { defineBlock } from '../../src/builder/block.ts';
import { image, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'prose',
  title: 'Text',
  group: 'Text and pictures',
  description: 'A title and body text at a readable line length, with an optional second text beside it.',
  keywords: ['text', 'paragraph', 'article', 'rich text', 'copy', 'body', 'about'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title' }),
    intro: richText({ label: 'Introduction' }),
    content: richText({ label: 'Text' }),
    aside: richText({ label: 'Text beside it' }),
    image: image({ label: 'Picture below' }),
    note: richText({ label: 'Small print' }),
  },
  example: {
    tone: 'paper',
    title: 'What to know first',
    content:
      '<p>Start with what a reader wants to know most. One thought in each paragraph, in short sentences.</p><h3>A subheading</h3><p>Subheadings let readers find their place. A list shows what belongs together:</p><ul><li>First point</li><li>Second point</li></ul>',
  },
});
