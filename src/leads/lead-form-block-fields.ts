import { choice, link, richText, text } from '../builder/fields.ts';
import { tones } from '../builder/tones.ts';

/**
 * The block fields that all forms share: the background, the texts above the form and on its thank-you card, and its
 * leads' source and tags.
 */
export const leadFormBlockFields = {
  tone: choice({ label: 'Background', options: tones, default: 'sand' }),
  badge: text({ label: 'Badge above the title' }),
  title: text({ label: 'Title', default: 'Let’s talk' }),
  desc: richText({ label: 'Introduction' }),
  source: text({ label: 'Source of its leads', help: 'For example “Buy Page”. The CRM shows it.' }),
  tags: text({ label: 'Tags of its leads, one a line', multiline: true }),
  answer: text({
    label: 'When the visitor hears back',
    help: 'Shown after sending. Left empty, the office hours decide what it says.',
  }),
  next: link({
    label: 'Page to read next',
    help: 'Offered after sending.',
    default: { href: '/neighborhoods', text: 'Take a look at the neighborhoods', newTab: false },
  }),
  again: text({ label: 'Button back to the form', default: 'Send another' }),
};
