import { loanCostInputs, loanInputs } from '../../src/calculators/loan-inputs.ts';
import type { CalculatorInput } from '../../src/calculators/calculator-input.ts';

/** Prefix of the inputs' query parameters: `aw_income` for the input `income`. */
export const PARAMETER_PREFIX = 'aw';

export const inputs = {
  income: {
    label: 'Household income per month',
    kind: 'dollars',
    min: 0,
    max: 10_000_000,
    help: 'Before taxes, of all who sign the loan.',
  },
  debts: {
    label: 'Other debts per month',
    kind: 'dollars',
    min: 0,
    max: 1_000_000,
    optional: true,
    help: 'Car and student loans, least card payments, support.',
  },
  down: { label: 'Cash for the down payment', kind: 'dollars', min: 0, max: 50_000_000, optional: true },
  ...loanInputs,
  tax: {
    label: 'Property tax per year',
    kind: 'percent',
    min: 0,
    max: 10,
    optional: true,
    help: 'Of the price.',
  },
  ...loanCostInputs,
  housing: {
    label: 'Limit for housing',
    kind: 'percent',
    min: 1,
    max: 100,
    help: 'Of the income; 28% by the usual rule.',
  },
  total: {
    label: 'Limit with debts',
    kind: 'percent',
    min: 1,
    max: 100,
    help: 'Of the income; 36% by the usual rule.',
  },
} as const satisfies Record<string, CalculatorInput>;

export type InputName = keyof typeof inputs;
