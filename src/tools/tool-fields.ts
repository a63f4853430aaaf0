import { choice, number, richText, text } from '../builder/fields.ts';
import { loanCostInputs, loanInputs } from './loan-inputs.ts';
import type { ToolInput } from './tool-input.ts';

/** The fields that the blocks of all tools (calculators) share. */
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

/** Creates the field for an input's starting value, with the limits of the input. */
export function startValueField(limits: Pick<ToolInput, 'min' | 'max'>, label: string, byDefault: number) {
  return number({ label: `Start: ${label}`, min: limits.min, max: limits.max, default: byDefault });
}

/** The starting values that all loan tools share, set by editors. */
export const loanFields = {
  rate: startValueField(loanInputs.rate, 'interest per year, in percent', 6.5),
  years: startValueField(loanInputs.years, 'term in years', 30),
  tax: startValueField({ min: 0, max: 10 }, 'property tax per year, in percent of the price', 1.5),
  insurance: startValueField(loanCostInputs.insurance, 'homeowner’s insurance per year, in dollars', 1_800),
  pmi: startValueField(loanCostInputs.pmi, 'mortgage insurance per year, in percent of the loan', 0.6),
  dues: startValueField(loanCostInputs.dues, 'association dues per month, in dollars', 0),
};
