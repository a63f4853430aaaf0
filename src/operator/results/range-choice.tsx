import { ChoiceRow } from '../parts/controls/choice-row.tsx';

/** The time ranges that an operator can choose on the results screen, in days. */
export const RANGE_DAYS = [7, 30, 90] as const;
export type RangeDays = (typeof RANGE_DAYS)[number];

const OPTIONS = RANGE_DAYS.map((range) => [range, `${range} days`] as const);

/** Lets the operator choose how many days are shown. */
export function RangeChoice({ value, onChange }: { value: RangeDays; onChange: (range: RangeDays) => void }) {
  return <ChoiceRow label="Days shown" value={value} options={OPTIONS} onChange={onChange} />;
}
