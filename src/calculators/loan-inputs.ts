import type { CalculatorInput } from './calculator-input.ts';

/** The inputs for the loan itself, shared by all loan calculators. */
export const loanInputs = {
  rate: { label: 'Interest rate per year', kind: 'percent', min: 0, max: 25 },
  years: { label: 'Term', kind: 'count', min: 1, max: 40, unit: 'years' },
} as const satisfies Record<string, CalculatorInput>;

/**
 * The inputs for monthly costs in addition to the loan. The property tax is not included, because each calculator handles it
 * differently.
 */
export const loanCostInputs = {
  insurance: {
    label: 'Homeowner’s insurance per year',
    kind: 'dollars',
    min: 0,
    max: 1_000_000,
    optional: true,
  },
  pmi: {
    label: 'Mortgage insurance (PMI) per year',
    kind: 'percent',
    min: 0,
    max: 5,
    optional: true,
    help: 'Of the loan; counted only below 20% down.',
  },
  dues: { label: 'Association dues per month', kind: 'dollars', min: 0, max: 100_000, optional: true },
} as const satisfies Record<string, CalculatorInput>;
