import { choice, richText, text } from '../builder/fields.ts';
import { tones } from '../builder/tones.ts';

/** What an editor sets on every form: the words around it, and how its leads are marked. */
export const leadFormFields = {
  tone: choice({ label: 'Ground', options: tones, default: 'sand' }),
  badge: text({ label: 'Badge above the title' }),
  title: text({ label: 'Title', default: 'Let’s talk' }),
  desc: richText({ label: 'Introduction' }),
  source: text({ label: 'Source of its leads', help: 'For example “Buy Page”. The CRM shows it.' }),
  tags: text({ label: 'Tags of its leads, one a line', multiline: true }),
};
