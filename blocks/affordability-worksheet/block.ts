import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { loanStartValueFields, startValueField } from '../../src/calculators/starting-values.ts';
import { calculatorFields } from '../../src/calculators/calculator-fields.ts';
import { calculatorQueryParameters } from '../../src/calculators/calculator-input.ts';
import { inputs, PARAMETER_PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'affordability-worksheet',
  title: 'Affordability worksheet',
  group: 'Calculators',
  description: 'Income, debts and cash in; the price that fits by the 28/36 rule out. Works without script.',
  keywords: ['calculator', 'budget', 'income', 'afford', 'worksheet'],
  script: 'near',
  query: calculatorQueryParameters(PARAMETER_PREFIX, inputs),
  style: allStyleParts,
  fields: {
    ...calculatorFields,
    title: text({ label: 'Title', default: 'Affordability worksheet' }),
    income: startValueField(inputs.income, 'income per month, in dollars', 7_500),
    debts: startValueField(inputs.debts, 'debts per month, in dollars', 450),
    down: startValueField(inputs.down, 'cash for the down payment, in dollars', 30_000),
    ...loanStartValueFields,
    housing: startValueField(inputs.housing, 'limit for housing, in percent of the income', 28),
    total: startValueField(inputs.total, 'limit with debts, in percent of the income', 36),
  },
});
