import { percentOf, toCents, type Cents } from './money.ts';

/** One thing a tool asks for. */
export interface ToolInput {
  label: string;
  /** `share`: dollars, or with % behind it a share of the price. `count`: a whole number. */
  kind: 'dollars' | 'percent' | 'share' | 'count';
  /** Limits in dollars, percent or whole numbers. A share in percent is between 0 and 100. */
  min: number;
  max: number;
  /** Left empty, it counts as 0. */
  optional?: boolean;
  /** A word behind the input: years, months. */
  unit?: string;
  help?: string;
}

/** A number as it was typed, and whether it is a percentage. */
export interface Reading {
  number: number;
  percent: boolean;
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const examples = { dollars: '$350,000', percent: '6.5', share: '$60,000 or 20%', count: '30' } as const;

/** Reads what was typed: dollar signs, commas and blanks are welcome. Answers the fault in words where it is none. */
export function readInput(input: ToolInput, typed: string): Reading | { fault: string } {
  const trimmed = typed.trim();
  if (trimmed === '') {
    if (input.optional) return { number: 0, percent: input.kind === 'percent' };
    return { fault: `${input.label}: enter a number, for example ${examples[input.kind]}.` };
  }
  const parts = /^\$?\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})?(\.\d{1,3})?\s*(%?)$/.exec(trimmed);
  const number = parts
    ? Number(`${parts[1] ?? ''}${parts[2] ?? ''}`.replaceAll(',', '') || Number.NaN)
    : Number.NaN;
  const sign = parts?.[3] === '%';
  const dollarSign = trimmed.startsWith('$');
  const percent = input.kind === 'percent' || (input.kind === 'share' && sign);
  const misread = (sign && !percent) || (dollarSign && (percent || input.kind === 'count'));
  if (Number.isNaN(number) || misread) {
    return { fault: `${input.label}: “${shorten(trimmed)}” is not a number like ${examples[input.kind]}.` };
  }
  if (input.kind === 'count' && !Number.isInteger(number)) {
    return { fault: `${input.label}: enter a whole number, for example ${examples.count}.` };
  }
  const limits = percent && input.kind === 'share' ? { min: 0, max: 100 } : input;
  if (number < limits.min || number > limits.max) {
    const say = (limit: number) => (percent ? `${plain.format(limit)}%` : sayLimit(input.kind, limit));
    return { fault: `${input.label}: enter ${say(limits.min)} to ${say(limits.max)}.` };
  }
  return { number, percent };
}

function sayLimit(kind: ToolInput['kind'], limit: number): string {
  return kind === 'count' ? plain.format(limit) : `$${plain.format(limit)}`;
}

function shorten(typed: string): string {
  return typed.length > 24 ? `${typed.slice(0, 23)}…` : typed;
}

/** A reading in cents; a percentage is taken of an amount. */
export function cents(reading: Reading, of: Cents = 0): Cents {
  return reading.percent ? percentOf(of, reading.number) : toCents(reading.number * 100);
}

/** A number as a tool starts with it: `350,000`, `6.5`, `20%`. */
export function startText(number: number, sign: '' | '%' = ''): string {
  return `${plain.format(number)}${sign}`;
}

/** A tool's inputs by their short names. */
export type ToolInputs<Name extends string> = Readonly<Record<Name, ToolInput>>;

/** The name of an input in the address: prefix, "_", short name. */
export function parameterOf(prefix: string, name: string): string {
  return `${prefix}_${name}`;
}

/** The names of a tool's inputs in the address. */
export function parametersOf(prefix: string, inputs: Readonly<Record<string, ToolInput>>): string[] {
  return Object.keys(inputs).map((name) => parameterOf(prefix, name));
}

/** The same keys with other values. */
export function mapInputs<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From, name: Name) => To,
): Record<Name, To> {
  const entries = (Object.keys(record) as Name[]).map((name) => [name, map(record[name], name)] as const);
  // The keys are those that came in; TypeScript cannot follow them through `fromEntries`.
  return Object.fromEntries(entries) as Record<Name, To>;
}
