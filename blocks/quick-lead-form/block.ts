import { defineBlock } from '../../src/builder/block.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { leadFormBlockFields } from '../../src/leads/lead-form-block-fields.ts';

export default defineBlock({
  id: 'quick-lead-form',
  title: 'Short two-step form',
  group: 'Forms and contact',
  description: 'Asks for one phone number or e-mail address first, then for the rest.',
  keywords: ['form', 'lead capture', 'signup', 'phone', 'callback', 'CTA'],
  script: 'near',
  style: allStyleParts,
  fields: leadFormBlockFields,
});
