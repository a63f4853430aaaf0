import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { loanStartValueFields, startValueField } from '../../src/tools/starting-values.ts';
import { toolBlockFields } from '../../src/tools/tool-block-fields.ts';
import { toolQueryParameters } from '../../src/tools/tool-input.ts';
import { inputs, PARAMETER_PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'affordability-worksheet',
  title: 'Affordability worksheet',
  group: 'Calculators',
  description: 'Income, debts and cash in; the price that fits by the 28/36 rule out. Works without script.',
  keywords: ['calculator', 'budget', 'income', 'afford', 'worksheet'],
  script: 'near',
  query: toolQueryParameters(PARAMETER_PREFIX, inputs),
  style: allStyleParts,
  fields: {
    ...toolBlockFields,
    title: text({ label: 'Title', default: 'Affordability worksheet' }),
    income: startValueField(inputs.income, 'income per month, in dollars', 7_500),
    debts: startValueField(inputs.debts, 'debts per month, in dollars', 450),
    down: startValueField(inputs.down, 'cash for the down payment, in dollars', 30_000),
    ...loanStartValueFields,
    housing: startValueField(inputs.housing, 'limit for housing, in percent of the income', 28),
    total: startValueField(inputs.total, 'limit with debts, in percent of the income', 36),
  },
});
