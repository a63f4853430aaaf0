import { defineBlock } from '../../src/builder/block.ts';
import { number, text } from '../../src/builder/fields.ts';
import { loanFields, toolFields } from '../../src/tools/tool-fields.ts';
import { parametersOf } from '../../src/tools/tool-input.ts';
import { inputs, PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'mortgage-calculator',
  title: 'Mortgage payment calculator',
  group: 'Calculators',
  description:
    'Price, down payment, rate and term in; the monthly payment, a chart and a table by year out. Works without script.',
  script: 'near',
  query: parametersOf(PREFIX, inputs),
  fields: {
    ...toolFields,
    title: text({ label: 'Title', default: 'Mortgage payment calculator' }),
    price: number({
      label: 'Start: home price, in dollars',
      min: 10_000,
      max: 100_000_000,
      default: 320_000,
    }),
    down: number({ label: 'Start: down payment, in percent of the price', min: 0, max: 99, default: 20 }),
    ...loanFields,
  },
});
