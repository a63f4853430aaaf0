import { defineBlock } from '../../src/builder/block.ts';
import { toggle } from '../../src/builder/fields.ts';
import { leadFormFields } from '../../src/leads/lead-form-fields.ts';

export default defineBlock({
  id: 'lead-form',
  title: 'Two-step form',
  description:
    'Asks how to reach a visitor, then for the details. A call and an e-mail are offered beside it.',
  script: 'near',
  fields: {
    ...leadFormFields,
    thanks: toggle({
      label: 'Thank-you card at the end',
      help: 'Shows what was received, with a button back to the form. Off: the empty form comes back with a notice.',
    }),
  },
});
