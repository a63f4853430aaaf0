import { defineBlock } from '../../src/builder/block.ts';
import { number, text } from '../../src/builder/fields.ts';
import { loanFields, toolFields } from '../../src/tools/tool-fields.ts';
import { parametersOf } from '../../src/tools/tool-input.ts';
import { inputs, PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'affordability-worksheet',
  title: 'Affordability worksheet',
  group: 'Calculators',
  description: 'Income, debts and cash in; the price that fits by the 28/36 rule out. Works without script.',
  script: 'near',
  query: parametersOf(PREFIX, inputs),
  fields: {
    ...toolFields,
    title: text({ label: 'Title', default: 'Affordability worksheet' }),
    income: number({ label: 'Start: income per month, in dollars', min: 0, max: 10_000_000, default: 7_500 }),
    debts: number({ label: 'Start: debts per month, in dollars', min: 0, max: 1_000_000, default: 450 }),
    down: number({
      label: 'Start: cash for the down payment, in dollars',
      min: 0,
      max: 50_000_000,
      default: 30_000,
    }),
    ...loanFields,
    housing: number({
      label: 'Start: limit for housing, in percent of the income',
      min: 1,
      max: 100,
      default: 28,
    }),
    total: number({
      label: 'Start: limit with debts, in percent of the income',
      min: 1,
      max: 100,
      default: 36,
    }),
  },
});
