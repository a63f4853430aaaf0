import { defineBlock } from '../../src/builder/block.ts';
import { number, text } from '../../src/builder/fields.ts';
import { toolFields } from '../../src/tools/tool-fields.ts';
import { parametersOf } from '../../src/tools/tool-input.ts';
import { inputs, PREFIX } from './inputs.ts';

/** What price fits an income, by the 28/36 rule. */
export default defineBlock({
  id: 'affordability-worksheet',
  title: 'Affordability worksheet',
  description: 'Income, debts and cash in; the price that fits by the 28/36 rule out. Works without script.',
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
    rate: number({ label: 'Start: interest per year, in percent', min: 0, max: 25, default: 6.5 }),
    years: number({ label: 'Start: term in years', min: 1, max: 40, default: 30 }),
    tax: number({
      label: 'Start: property tax per year, in percent of the price',
      min: 0,
      max: 10,
      default: 1.5,
    }),
    insurance: number({
      label: 'Start: homeowner’s insurance per year, in dollars',
      min: 0,
      max: 1_000_000,
      default: 1_800,
    }),
    pmi: number({
      label: 'Start: mortgage insurance per year, in percent of the loan',
      min: 0,
      max: 5,
      default: 0.6,
    }),
    dues: number({
      label: 'Start: association dues per month, in dollars',
      min: 0,
      max: 100_000,
      default: 0,
    }),
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
