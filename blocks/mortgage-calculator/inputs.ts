import type { ToolInput } from '../../src/tools/tool-input.ts';

/** Stands before the names of the inputs in the address. */
export const PREFIX = 'mc';

/** What the calculator asks for. */
export const inputs = {
  price: { label: 'Home price', kind: 'dollars', min: 10_000, max: 100_000_000 },
  down: {
    label: 'Down payment',
    kind: 'share',
    min: 0,
    max: 100_000_000,
    help: 'Dollars, or a share of the price such as 20%.',
  },
  rate: { label: 'Interest rate per year', kind: 'percent', min: 0, max: 25 },
  years: { label: 'Term', kind: 'count', min: 1, max: 40, unit: 'years' },
  tax: {
    label: 'Property tax per year',
    kind: 'share',
    min: 0,
    max: 10_000_000,
    optional: true,
    help: 'Dollars, or a share of the price such as 1.5%.',
  },
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
} as const satisfies Record<string, ToolInput>;

export type InputName = keyof typeof inputs;
