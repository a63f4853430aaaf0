import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { startValueField } from '../../src/calculators/starting-values.ts';
import { calculatorFields } from '../../src/calculators/calculator-fields.ts';
import { calculatorQueryParameters } from '../../src/calculators/calculator-input.ts';
import { inputs, PARAMETER_PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'net-sheet',
  title: 'Seller’s net sheet',
  group: 'Calculators',
  description:
    'Sale price, payoff and costs in, with Iowa’s transfer tax; what the seller takes home out. Works without script.',
  keywords: ['seller', 'proceeds', 'closing costs', 'commission', 'calculator'],
  script: 'near',
  query: calculatorQueryParameters(PARAMETER_PREFIX, inputs),
  style: allStyleParts,
  fields: {
    ...calculatorFields,
    title: text({ label: 'Title', default: 'Seller’s net sheet' }),
    price: startValueField(inputs.price, 'sale price, in dollars', 320_000),
    payoff: startValueField(inputs.payoff, 'still owed, in dollars', 180_000),
    commission: startValueField(inputs.commission, 'commissions, in percent of the price', 5.5),
    closing: startValueField(inputs.title, 'abstract, title and closing, in dollars', 900),
    tax: startValueField({ min: 0, max: 10 }, 'property tax per year, in percent of the price', 1.5),
    months: startValueField(inputs.months, 'months of tax not yet paid', 9),
    concessions: startValueField(inputs.concessions, 'concessions, in dollars', 0),
    other: startValueField(inputs.other, 'repairs and other costs, in dollars', 0),
  },
});
