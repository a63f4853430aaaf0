import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { leadFormFields } from '../../src/leads/lead-form-fields.ts';

export default defineBlock({
  id: 'contact-form',
  title: 'Contact form',
  description: 'Name, e-mail, phone and what it is about.',
  script: 'near',
  fields: {
    ...leadFormFields,
    shortcode: text({
      label: 'Shortcode of an older form',
      help: 'Kept for sites that have one. This form replaces it; the shortcode itself is never shown.',
    }),
  },
});
