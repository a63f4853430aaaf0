import { choice, richText, text, number } from '../builder/fields.ts';

/** The fields that all tools share. */
export const toolFields = {
  // The deep background is not offered, because the light inputs would not be readable on it.
  tone: choice({ label: 'Background', options: ['paper', 'sand', 'surface'], default: 'paper' }),
  eyebrow: text({ label: 'Line above the title' }),
  desc: richText({ label: 'Introduction' }),
  as_of: text({
    label: 'Date and source of the starting values',
    help: 'Change it together with them.',
    multiline: true,
    default:
      'The starting values are examples as of November 2026, not a quote. Replace them with your own figures.',
  }),
  note: richText({ label: 'Small print' }),
};

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
