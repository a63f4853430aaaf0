import { defineBlock } from '../../src/builder/block.ts';
import { toggle } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { leadFormBlockFields } from '../../src/leads/lead-form-block-fields.ts';

export default defineBlock({
  id: 'lead-form',
  title: 'Two-step form',
  group: 'Forms and contact',
  description:
    'Asks how to reach a visitor, then for the details. A call and an e-mail are offered beside it.',
  keywords: ['form', 'lead capture', 'consultation', 'valuation', 'signup', 'CTA', 'multi-step'],
  script: 'near',
  style: allStyleParts,
  fields: {
    ...leadFormBlockFields,
    home: toggle({
      label: 'Ask about the home',
      help: 'For valuations: the second step asks for its address, its bedrooms and when the owner wants to sell.',
    }),
    address_first: toggle({
      label: 'Ask for the address first',
      help: 'The address of the home is then the first question, before the contact.',
    }),
  },
});
