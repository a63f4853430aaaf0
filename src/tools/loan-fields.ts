import { number } from '../builder/fields.ts';

/** The starting values that all loan tools share, set by editors. */
export const loanFields = {
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
};
