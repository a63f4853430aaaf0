import { useMemo } from 'react';
import type { PropsOf } from '../../src/builder/block.ts';
import { Breakdown, BreakdownNote, type BreakdownLine } from '../../src/calculators/breakdown.tsx';
import { formatDollarsAndCents, formatPercent, formatWholeDollars } from '../../src/calculators/money.ts';
import { useCalculatorForm } from '../../src/calculators/calculator-form.ts';
import { CalculatorFrame } from '../../src/calculators/calculator-frame.tsx';
import { formatStartValue } from '../../src/calculators/calculator-input.ts';
import type block from './block.ts';
import { inputs, PARAMETER_PREFIX, type InputName } from './inputs.ts';
import { RepaymentSchedule } from './repayment-schedule.tsx';
import { checkDownPayment, calculateMortgage, type MortgageResult } from './calculate-mortgage.ts';

const groups: readonly { title: string; names: readonly InputName[] }[] = [
  { title: 'The home and the loan', names: ['price', 'down', 'rate', 'years'] },
  { title: 'What comes on top', names: ['tax', 'insurance', 'pmi', 'dues'] },
];

/** Shows the monthly payment on a home, its parts, and the repayment of the loan. */
export default function MortgageCalculatorView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, as_of, note } = props;
  const { price, down, rate, years, tax, insurance, pmi, dues } = props;
  const starts = useMemo(
    () => ({
      price: formatStartValue(price),
      down: formatStartValue(down, '%'),
      rate: formatStartValue(rate),
      years: formatStartValue(Math.round(years)),
      tax: formatStartValue(tax, '%'),
      insurance: formatStartValue(insurance),
      pmi: formatStartValue(pmi),
      dues: formatStartValue(dues),
    }),
    [price, down, rate, years, tax, insurance, pmi, dues],
  );
  const form = useCalculatorForm<InputName>({
    prefix: PARAMETER_PREFIX,
    inputs,
    starts,
    check: checkDownPayment,
  });
  const out = form.readings && calculateMortgage(form.readings);
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
          label: 'Your first monthly payment, about',
          figure: formatDollarsAndCents(out.cost.total),
        }
      }
      result={out && <Payment out={out} />}
      more={
        out && <RepaymentSchedule id={form.id} years={out.years} interest={out.interest} loan={out.loan} />
      }
      caution="Estimate only. This is not a loan offer."
      asOf={as_of}
      note={note}
    />
  );
}

function Payment({ out }: { out: MortgageResult }) {
  const { cost, loan, pmiMonths, downPercent, interest } = out;
  const extra: BreakdownLine[] = [
    { label: 'Property tax', amount: cost.tax },
    { label: 'Homeowner’s insurance', amount: cost.insurance },
    { label: 'Mortgage insurance (PMI)', note: pmiNote(pmiMonths), amount: cost.pmi },
    { label: 'Association dues', amount: cost.dues },
  ];
  const lines: BreakdownLine[] = [
    { label: 'Principal and interest', amount: cost.loan },
    ...extra.filter((line) => line.amount > 0),
    { label: 'Each month', amount: cost.total, sum: true },
  ];
  return (
    <>
      <Breakdown lines={lines} />
      <BreakdownNote>
        You borrow {formatWholeDollars(loan)} after {formatPercent(Math.round(downPercent * 10) / 10)} down,
        and pay {formatWholeDollars(interest)} of interest if you keep the loan to its end.
      </BreakdownNote>
    </>
  );
}

function pmiNote(months: number): string | undefined {
  if (months === 0) return undefined;
  const years = Math.floor(months / 12);
  const rest = months % 12;
  const parts = [years > 0 && plural(years, 'year'), rest > 0 && plural(rest, 'month')].filter(Boolean);
  return `For ${parts.join(' and ')}: it ends by itself at 78% of the price. At 80% you may ask.`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
