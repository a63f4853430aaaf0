import { useMemo } from 'react';
import type { PropsOf } from '../../src/builder/block.ts';
import { calculateAffordability, type Affordability } from '../../src/calculators/affordability.ts';
import { Breakdown, BreakdownNote, type BreakdownLine } from '../../src/calculators/breakdown.tsx';
import { formatDollarsAndCents, formatPercent, formatWholeDollars } from '../../src/calculators/money.ts';
import { useCalculatorForm } from '../../src/calculators/calculator-form.ts';
import { CalculatorFrame } from '../../src/calculators/calculator-frame.tsx';
import {
  inputToCents,
  mapValues,
  formatStartValue,
  type ParsedCalculatorInput,
} from '../../src/calculators/calculator-input.ts';
import type block from './block.ts';
import { inputs, PARAMETER_PREFIX, type InputName } from './inputs.ts';

const groups: readonly { title: string; names: readonly InputName[] }[] = [
  { title: 'Your household', names: ['income', 'debts', 'down'] },
  { title: 'The loan', names: ['rate', 'years', 'pmi'] },
  { title: 'The home', names: ['tax', 'insurance', 'dues'] },
  { title: 'The rule', names: ['housing', 'total'] },
];

type ParsedInputs = Record<InputName, ParsedCalculatorInput>;

function workOut(readings: ParsedInputs): Affordability {
  return calculateAffordability({
    income: inputToCents(readings.income),
    debts: inputToCents(readings.debts),
    down: inputToCents(readings.down),
    rate: readings.rate.number,
    months: readings.years.number * 12,
    taxRate: readings.tax.number,
    insuranceYear: inputToCents(readings.insurance),
    pmiRate: readings.pmi.number,
    dues: inputToCents(readings.dues),
    housingLimit: readings.housing.number,
    debtLimit: readings.total.number,
  });
}

/** Shows the highest price that fits an income, and how it is calculated. */
export default function AffordabilityView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, as_of, note } = props;
  const { income, debts, down, rate, years, tax, insurance, pmi, dues, housing, total } = props;
  const starts = useMemo(
    () =>
      mapValues(
        { income, debts, down, rate, years: Math.round(years), tax, insurance, pmi, dues, housing, total },
        (number: number) => formatStartValue(number),
      ),
    [income, debts, down, rate, years, tax, insurance, pmi, dues, housing, total],
  );
  const form = useCalculatorForm<InputName>({ prefix: PARAMETER_PREFIX, inputs, starts });
  const out = form.readings && workOut(form.readings);
  return (
    <CalculatorFrame
      form={form}
      tone={tone}
      eyebrow={eyebrow}
      title={title}
      desc={desc}
      groups={groups}
      mainFigure={
        out && {
          label: out.price > 0 ? 'By this rule, a price up to about' : 'By this rule',
          figure: out.price > 0 ? formatWholeDollars(out.price) : 'No room for a payment yet',
        }
      }
      result={form.readings && out && <Price readings={form.readings} out={out} />}
      caution="Estimate only. This is not a loan offer or an approval: lenders also look at credit, savings and employment."
      asOf={as_of}
      note={note}
    />
  );
}

function Price({ readings, out }: { readings: ParsedInputs; out: Affordability }) {
  const { cost, budget, price, loan, byHousing, byDebts } = out;
  const extra: BreakdownLine[] = [
    { label: 'Property tax', amount: cost.tax },
    { label: 'Homeowner’s insurance', amount: cost.insurance },
    { label: 'Mortgage insurance (PMI)', amount: cost.pmi },
    { label: 'Association dues', amount: cost.dues },
  ];
  const lines: BreakdownLine[] = [
    { label: 'Principal and interest', amount: cost.loan },
    ...extra.filter((line) => line.amount > 0),
    { label: 'Each month', amount: cost.total, sum: true },
  ];
  return (
    <>
      <Breakdown
        lines={[
          {
            label: 'Housing alone',
            note: `${formatPercent(readings.housing.number)} of the income`,
            amount: byHousing,
          },
          {
            label: 'After your other debts',
            note: `${formatPercent(readings.total.number)} of the income, less the debts`,
            amount: byDebts,
          },
          { label: 'The smaller is your limit for housing', amount: budget, sum: true },
        ]}
      />
      {price > 0 ? (
        <>
          <BreakdownNote>
            A home at that price, with {formatWholeDollars(loan)} borrowed, would cost{' '}
            {formatDollarsAndCents(cost.total)} in its first month:
          </BreakdownNote>
          <Breakdown lines={lines} />
        </>
      ) : (
        <BreakdownNote>
          Debts, taxes and insurance take up the limit. Lower debts or more cash down change that; ask a
          lender or me what would help most.
        </BreakdownNote>
      )}
    </>
  );
}
