import { defineBlock } from '../../src/builder/block.ts';
import { richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'text-consent',
  title: 'Consent to texts',
  group: 'Forms and contact',
  description:
    'What visitors agree to when they tick a box beside a phone number. The wording is the forms’ own and is not ' +
    'edited here: it is stored with every lead.',
  keywords: ['SMS', 'legal', 'privacy', 'opt-in', 'text messages'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background('surface'),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'The Two Kinds, Word for Word' }),
    desc: richText({ label: 'Introduction' }),
    service_title: text({ label: 'Service texts: title', default: 'Service messages' }),
    service: richText({ label: 'Service texts: what one gets' }),
    marketing_title: text({ label: 'Marketing: title', default: 'Marketing messages and calls' }),
    marketing: richText({ label: 'Marketing: what one gets' }),
    note: richText({ label: 'Small print' }),
  },
});
