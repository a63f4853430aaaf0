import type { CalculatorInput } from '../../src/calculators/calculator-input.ts';

/** Prefix of the inputs' query parameters: `ns_price` for the input `price`. */
export const PARAMETER_PREFIX = 'ns';

export const inputs = {
  price: { label: 'Sale price', kind: 'dollars', min: 1_000, max: 100_000_000 },
  payoff: {
    label: 'Still owed on the home',
    kind: 'dollars',
    min: 0,
    max: 100_000_000,
    optional: true,
    help: 'Mortgage, home equity loan and liens: ask for a payoff letter.',
  },
  commission: {
    label: 'Commissions, all together',
    kind: 'percent',
    min: 0,
    max: 15,
    optional: true,
    help: 'Of the price. Commissions are negotiable.',
  },
  title: {
    label: 'Abstract, title and closing',
    kind: 'dollars',
    min: 0,
    max: 1_000_000,
    optional: true,
    help: 'Abstract update, deed, recording, closing fee.',
  },
  tax: {
    label: 'Property tax per year',
    kind: 'share',
    min: 0,
    max: 10_000_000,
    optional: true,
    help: 'Dollars, or a share of the price such as 1.5%.',
  },
  months: {
    label: 'Tax not yet paid',
    kind: 'count',
    min: 0,
    max: 24,
    optional: true,
    unit: 'months',
    help: 'Iowa’s taxes are paid afterwards; the purchase agreement says how they are prorated.',
  },
  concessions: {
    label: 'Concessions to the buyer',
    kind: 'share',
    min: 0,
    max: 10_000_000,
    optional: true,
    help: 'Dollars, or a share of the price.',
  },
  other: {
    label: 'Repairs and other costs',
    kind: 'dollars',
    min: 0,
    max: 10_000_000,
    optional: true,
  },
} as const satisfies Record<string, CalculatorInput>;

export type InputName = keyof typeof inputs;
