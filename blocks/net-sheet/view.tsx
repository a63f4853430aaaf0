import { useMemo } from 'react';
import type { PropsOf } from '../../src/builder/block.ts';
import { Breakdown, BreakdownNote, type BreakdownLine } from '../../src/calculators/breakdown.tsx';
import { formatDollarsAndCents, formatPercent, formatWholeDollars } from '../../src/calculators/money.ts';
import { calculateNetSheet, type NetSheet } from '../../src/calculators/net-sheet.ts';
import { useCalculatorForm } from '../../src/calculators/calculator-form.ts';
import { CalculatorFrame } from '../../src/calculators/calculator-frame.tsx';
import {
  inputToCents,
  formatStartValue,
  type ParsedCalculatorInput,
} from '../../src/calculators/calculator-input.ts';
import type block from './block.ts';
import { inputs, PARAMETER_PREFIX, type InputName } from './inputs.ts';

const groups: readonly { title: string; names: readonly InputName[] }[] = [
  { title: 'The sale', names: ['price', 'payoff', 'commission', 'concessions'] },
  { title: 'Taxes, title and the rest', names: ['tax', 'months', 'title', 'other'] },
];

/** Shows a seller's net proceeds, line by line. */
export default function NetSheetView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, as_of, note } = props;
  const { price, payoff, commission, closing, tax, months, concessions, other } = props;
  const starts = useMemo(
    () => ({
      price: formatStartValue(price),
      payoff: formatStartValue(payoff),
      commission: formatStartValue(commission),
      title: formatStartValue(closing),
      tax: formatStartValue(tax, '%'),
      months: formatStartValue(Math.round(months)),
      concessions: formatStartValue(concessions),
      other: formatStartValue(other),
    }),
    [price, payoff, commission, closing, tax, months, concessions, other],
  );
  const form = useCalculatorForm<InputName>({ prefix: PARAMETER_PREFIX, inputs, starts });
  const sheet = form.readings && workOut(form.readings);
  return (
    <CalculatorFrame
      form={form}
      tone={tone}
      eyebrow={eyebrow}
      title={title}
      desc={desc}
      groups={groups}
      mainFigure={
        sheet && {
          label: brings(sheet) ? 'You would bring to the closing, about' : 'You would take home, about',
          figure: formatDollarsAndCents(Math.abs(sheet.net)),
        }
      }
      result={form.readings && sheet && <Net readings={form.readings} sheet={sheet} />}
      caution="Estimate only. This is not a closing statement: the closing company works out the exact figures. Commissions are negotiable."
      asOf={as_of}
      note={note}
    />
  );
}

type ParsedInputs = Record<InputName, ParsedCalculatorInput>;

function workOut(readings: ParsedInputs): NetSheet {
  const price = inputToCents(readings.price);
  return calculateNetSheet({
    price,
    payoff: inputToCents(readings.payoff),
    commission: readings.commission.number,
    title: inputToCents(readings.title),
    taxYear: inputToCents(readings.tax, price),
    taxMonths: readings.months.number,
    concessions: inputToCents(readings.concessions, price),
    other: inputToCents(readings.other),
  });
}

/** Whether the seller must bring money to the closing. */
const brings = (sheet: NetSheet) => sheet.net < 0;

function Net({ readings, sheet }: { readings: ParsedInputs; sheet: NetSheet }) {
  const price = inputToCents(readings.price);
  const costs: BreakdownLine[] = [
    {
      label: 'Commissions',
      note: `${formatPercent(readings.commission.number)}, negotiable`,
      amount: -sheet.commission,
    },
    {
      label: 'Iowa transfer tax',
      note: '$0.80 for each $500 above the first $500 (Iowa Code 428A.1)',
      amount: -sheet.transferTax,
    },
    { label: 'Abstract, title and closing', amount: -sheet.title },
    { label: 'Prorated property tax', amount: -sheet.taxes },
    { label: 'Concessions', amount: -sheet.concessions },
    { label: 'Repairs and other costs', amount: -sheet.other },
    { label: 'Payoff of what is owed', amount: -sheet.payoff },
  ];
  return (
    <>
      <Breakdown
        lines={[
          { label: 'Sale price', amount: price },
          ...costs.filter((line) => line.amount < 0),
          { label: brings(sheet) ? 'Missing' : 'Yours', amount: sheet.net, sum: true },
        ]}
      />
      <BreakdownNote>
        The costs come to {formatWholeDollars(sheet.costs)},{' '}
        {formatPercent(Math.round((sheet.costs / price) * 1000) / 10)} of the price, before the payoff.
      </BreakdownNote>
    </>
  );
}
