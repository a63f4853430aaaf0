import { defineBlock } from '../../src/builder/block.ts';
import { richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'contact-details',
  title: 'Address and office hours',
  group: 'Forms and contact',
  description:
    'Address, phone, e-mail and hours from the site settings, with the promise how soon a visitor hears back.',
  keywords: ['address', 'office hours', 'opening hours', 'phone', 'e-mail', 'location'],
  style: allStyleParts,
  fields: {
    tone: background('sand'),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Reach Me' }),
    desc: richText({ label: 'Introduction' }),
    office_title: text({ label: 'Title of the address', default: 'Office' }),
    hours_title: text({ label: 'Title of the hours', default: 'Office hours' }),
    note: richText({ label: 'Small print' }),
  },
});
