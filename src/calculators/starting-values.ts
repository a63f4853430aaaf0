import { number } from '../builder/fields.ts';
import { loanCostInputs, loanInputs } from './loan-inputs.ts';
import type { CalculatorInput } from './calculator-input.ts';

/** Creates the field for an input's starting value, with the limits of the input. */
export function startValueField(
  limits: Pick<CalculatorInput, 'min' | 'max'>,
  label: string,
  byDefault: number,
) {
  return number({ label: `Start: ${label}`, min: limits.min, max: limits.max, default: byDefault });
}

/** The fields in which editors set the starting values that all loan calculators share. */
export const loanStartValueFields = {
  rate: startValueField(loanInputs.rate, 'interest per year, in percent', 6.5),
  years: startValueField(loanInputs.years, 'term in years', 30),
  tax: startValueField({ min: 0, max: 10 }, 'property tax per year, in percent of the price', 1.5),
  insurance: startValueField(loanCostInputs.insurance, 'homeowner’s insurance per year, in dollars', 1_800),
  pmi: startValueField(loanCostInputs.pmi, 'mortgage insurance per year, in percent of the loan', 0.6),
  dues: startValueField(loanCostInputs.dues, 'association dues per month, in dollars', 0),
};
