import { defineBlock } from '../../src/builder/block.ts';
import { choice, list, text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { inquiryTypes } from '../../src/contracts/leads/inquiry-types.ts';
import { leadFormBlockFields } from '../../src/leads/lead-form-block-fields.ts';

export default defineBlock({
  id: 'contact-form',
  title: 'Contact form',
  group: 'Forms and contact',
  description: 'Name, e-mail or phone, what it is about, and a message.',
  keywords: ['form', 'message', 'e-mail', 'get in touch', 'inquiry', 'lead'],
  script: 'near',
  style: allStyleParts,
  fields: {
    ...leadFormBlockFields,
    topics: list({
      label: 'Topics',
      max: 8,
      row: {
        label: text({ label: 'Topic', required: true }),
        type: choice({
          label: 'Counts as',
          options: inquiryTypes,
          default: 'general',
          help: 'The CRM sorts and tags leads by it.',
        }),
      },
    }),
    shortcode: text({
      label: 'Shortcode of an older form',
      help: 'Kept for sites that have one. This form replaces it; the shortcode itself is never shown.',
    }),
  },
});
