import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { loanStartValueFields, startValueField } from '../../src/tools/starting-values.ts';
import { toolBlockFields } from '../../src/tools/tool-block-fields.ts';
import { toolQueryParameters } from '../../src/tools/tool-input.ts';
import { inputs, PARAMETER_PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'mortgage-calculator',
  title: 'Mortgage payment calculator',
  group: 'Calculators',
  description:
    'Price, down payment, rate and term in; the monthly payment, a chart and a table by year out. Works without script.',
  keywords: ['loan', 'payment', 'interest', 'calculator', 'monthly payment'],
  script: 'near',
  query: toolQueryParameters(PARAMETER_PREFIX, inputs),
  style: allStyleParts,
  fields: {
    ...toolBlockFields,
    title: text({ label: 'Title', default: 'Mortgage payment calculator' }),
    price: startValueField(inputs.price, 'home price, in dollars', 320_000),
    down: startValueField({ min: 0, max: 99 }, 'down payment, in percent of the price', 20),
    ...loanStartValueFields,
  },
});
