import { defineBlock } from '../../src/builder/block.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { leadFormBlockFields } from '../../src/leads/lead-form-block-fields.ts';

export default defineBlock({
  id: 'market-report-form',
  title: 'Market report form',
  group: 'Forms and contact',
  description: 'Subscribes a visitor to the monthly market report.',
  keywords: ['newsletter', 'subscribe', 'signup', 'mailing list', 'form', 'e-mail', 'market report'],
  script: 'near',
  style: allStyleParts,
  fields: leadFormBlockFields,
});
