import { ChoiceRow } from '../parts/controls/choice-row.tsx';

/** The time ranges that the overview can show, in days. */
export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

const OPTIONS = RANGES.map((range) => [range, `${range} days`] as const);

/** Lets the operator choose how many days are shown. */
export function RangeChoice({ value, onChange }: { value: Range; onChange: (range: Range) => void }) {
  return <ChoiceRow label="Days shown" value={value} options={OPTIONS} onChange={onChange} />;
}
