import { defineBlock } from '../../src/builder/block.ts';
import { choice, link, list, richText, text } from '../../src/builder/fields.ts';
import { tones } from '../../src/builder/tones.ts';

/** Links to every page, under the headings they belong to. */
export default defineBlock({
  id: 'site-map',
  title: 'Site map',
  description: 'Links in groups, each with a few words about what is behind it.',
  script: 'none',
  fields: {
    tone: choice({ label: 'Ground', options: tones, default: 'paper' }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Sitemap' }),
    desc: richText({ label: 'Introduction' }),
    items: list({
      label: 'Links, those of a group together',
      max: 80,
      row: {
        group: text({ label: 'Group', required: true }),
        link: link({ label: 'Link', required: true }),
        note: text({ label: 'What is behind it' }),
      },
    }),
  },
});
