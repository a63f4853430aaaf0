import { loanCostInputs, loanInputs } from '../../src/calculators/loan-inputs.ts';
import type { CalculatorInput } from '../../src/calculators/calculator-input.ts';

/** Prefix of the inputs' query parameters: `mc_price` for the input `price`. */
export const PARAMETER_PREFIX = 'mc';

export const inputs = {
  price: { label: 'Home price', kind: 'dollars', min: 10_000, max: 100_000_000 },
  down: {
    label: 'Down payment',
    kind: 'share',
    min: 0,
    max: 100_000_000,
    help: 'Dollars, or a share of the price such as 20%.',
  },
  ...loanInputs,
  tax: {
    label: 'Property tax per year',
    kind: 'share',
    min: 0,
    max: 10_000_000,
    optional: true,
    help: 'Dollars, or a share of the price such as 1.5%.',
  },
  ...loanCostInputs,
} as const satisfies Record<string, CalculatorInput>;

export type InputName = keyof typeof inputs;
