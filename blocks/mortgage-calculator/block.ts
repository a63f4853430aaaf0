import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { loanStartValueFields, startValueField } from '../../src/calculators/starting-values.ts';
import { calculatorFields } from '../../src/calculators/calculator-fields.ts';
import { calculatorQueryParameters } from '../../src/calculators/calculator-input.ts';
import { inputs, PARAMETER_PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'mortgage-calculator',
  title: 'Mortgage payment calculator',
  group: 'Calculators',
  description:
    'Price, down payment, rate and term in; the monthly payment, a chart and a table by year out. Works without script.',
  keywords: ['loan', 'payment', 'interest', 'calculator', 'monthly payment'],
  script: 'near',
  query: calculatorQueryParameters(PARAMETER_PREFIX, inputs),
  style: allStyleParts,
  fields: {
    ...calculatorFields,
    title: text({ label: 'Title', default: 'Mortgage payment calculator' }),
    price: startValueField(inputs.price, 'home price, in dollars', 320_000),
    down: startValueField({ min: 0, max: 99 }, 'down payment, in percent of the price', 20),
    ...loanStartValueFields,
  },
});
