import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { sectionStyle } from '../../src/builder/section-style.ts';
import { loanFields, startField, toolFields } from '../../src/tools/tool-fields.ts';
import { parametersOf } from '../../src/tools/tool-input.ts';
import { inputs, PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'affordability-worksheet',
  title: 'Affordability worksheet',
  group: 'Calculators',
  description: 'Income, debts and cash in; the price that fits by the 28/36 rule out. Works without script.',
  keywords: ['calculator', 'budget', 'income', 'afford', 'worksheet'],
  script: 'near',
  query: parametersOf(PREFIX, inputs),
  style: sectionStyle,
  fields: {
    ...toolFields,
    title: text({ label: 'Title', default: 'Affordability worksheet' }),
    income: startField(inputs.income, 'income per month, in dollars', 7_500),
    debts: startField(inputs.debts, 'debts per month, in dollars', 450),
    down: startField(inputs.down, 'cash for the down payment, in dollars', 30_000),
    ...loanFields,
    housing: startField(inputs.housing, 'limit for housing, in percent of the income', 28),
    total: startField(inputs.total, 'limit with debts, in percent of the income', 36),
  },
});
