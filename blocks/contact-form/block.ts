import { defineBlock } from '../../src/builder/block.ts';
import { leadFormFields } from '../../src/leads/lead-form-fields.ts';

/** Name, e-mail, phone and what it is about. */
export default defineBlock({
  id: 'contact-form',
  title: 'Contact form',
  description: 'Name, e-mail, phone and what it is about.',
  script: 'none',
  fields: leadFormFields,
});
