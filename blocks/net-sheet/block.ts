import { defineBlock } from '../../src/builder/block.ts';
import { number, text } from '../../src/builder/fields.ts';
import { toolFields } from '../../src/tools/tool-fields.ts';
import { parametersOf } from '../../src/tools/tool-input.ts';
import { inputs, PREFIX } from './inputs.ts';

export default defineBlock({
  id: 'net-sheet',
  title: 'Seller’s net sheet',
  group: 'Calculators',
  description:
    'Sale price, payoff and costs in, with Iowa’s transfer tax; what the seller takes home out. Works without script.',
  script: 'near',
  query: parametersOf(PREFIX, inputs),
  fields: {
    ...toolFields,
    title: text({ label: 'Title', default: 'Seller’s net sheet' }),
    price: number({ label: 'Start: sale price, in dollars', min: 1_000, max: 100_000_000, default: 320_000 }),
    payoff: number({ label: 'Start: still owed, in dollars', min: 0, max: 100_000_000, default: 180_000 }),
    commission: number({
      label: 'Start: commissions, in percent of the price',
      min: 0,
      max: 15,
      default: 5.5,
    }),
    closing: number({
      label: 'Start: abstract, title and closing, in dollars',
      min: 0,
      max: 1_000_000,
      default: 900,
    }),
    tax: number({
      label: 'Start: property tax per year, in percent of the price',
      min: 0,
      max: 10,
      default: 1.5,
    }),
    months: number({ label: 'Start: months of tax not yet paid', min: 0, max: 24, default: 9 }),
    concessions: number({ label: 'Start: concessions, in dollars', min: 0, max: 10_000_000, default: 0 }),
    other: number({
      label: 'Start: repairs and other costs, in dollars',
      min: 0,
      max: 10_000_000,
      default: 0,
    }),
  },
});
