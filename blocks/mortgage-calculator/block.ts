import { defineBlock } from '../../src/builder/block.ts';
import { number, text } from '../../src/builder/fields.ts';
import { toolFields } from '../../src/tools/tool-fields.ts';
import { parametersOf } from '../../src/tools/tool-input.ts';
import { inputs, PREFIX } from './inputs.ts';

/** What a home costs each month, and how its loan is paid back. */
export default defineBlock({
  id: 'mortgage-calculator',
  title: 'Mortgage payment calculator',
  description:
    'Price, down payment, rate and term in; the monthly payment, a chart and a table by year out. Works without script.',
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
  },
});
