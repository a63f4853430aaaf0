import { defineBlock } from '../../src/builder/block.ts';
import { choice, link, list, richText, text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'call-to-action',
  title: 'Call to action',
  group: 'Opening and closing',
  description:
    'A deep band under an arch with one invitation and its button; best as the last thing on a page.',
  keywords: ['CTA', 'button', 'banner', 'invitation', 'contact', 'closing'],
  script: 'none',
  style: allStyleParts,
  fields: {
    look: choice({
      label: 'Look',
      options: {
        arch: 'Centred under an arch, to close a page',
        band: 'Text and button side by side, between sections',
      },
      default: 'arch',
    }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Text' }),
    link: link({ label: 'Button' }),
    more: list({
      label: 'Further links',
      max: 4,
      row: { link: link({ label: 'Link', required: true, help: 'A page, tel: or mailto:.' }) },
    }),
    note: richText({ label: 'Small print' }),
  },
  example: {
    look: 'arch',
    eyebrow: 'Whenever you are ready',
    title: 'Let’s talk about your plans',
    desc: '<p>Ask a question, or look at a home together. A first talk costs nothing.</p>',
    link: { href: '/contact', text: 'Get in touch', newTab: false },
    more: { rows: [] },
  },
});
