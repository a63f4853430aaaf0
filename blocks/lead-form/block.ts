import { defineBlock } from '../../src/builder/block.ts';
import { leadFormFields } from '../../src/leads/lead-form-fields.ts';

/** Asks how to reach a visitor, then for the details. */
export default defineBlock({
  id: 'lead-form',
  title: 'Two-step form',
  description:
    'Asks how to reach a visitor, then for the details. Until it is filled in, a call and an e-mail are offered.',
  script: 'near',
  fields: leadFormFields,
});
