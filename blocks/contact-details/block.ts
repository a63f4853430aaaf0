import { defineBlock } from '../../src/builder/block.ts';
import { choice, richText, text } from '../../src/builder/fields.ts';
import { tones } from '../../src/builder/tones.ts';

export default defineBlock({
  id: 'contact-details',
  title: 'Address and office hours',
  group: 'Forms and contact',
  description:
    'Address, phone, e-mail and hours from the site settings, with the promise how soon a visitor hears back.',
  fields: {
    tone: choice({ label: 'Background', options: tones, default: 'sand' }),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Reach Me' }),
    desc: richText({ label: 'Introduction' }),
    office_title: text({ label: 'Title of the address', default: 'Office' }),
    hours_title: text({ label: 'Title of the hours', default: 'Office hours' }),
    note: richText({ label: 'Small print' }),
  },
});
