import { truncateText } from '../contracts/truncate-text.ts';
import { percentOf, roundToCents, type Cents } from './money.ts';

/** The definition of one input of a calculator. */
export interface CalculatorInput {
  label: string;
  /** `share` is an amount in dollars or, with a % sign, a share of the price. `count` is a whole number. */
  kind: 'dollars' | 'percent' | 'share' | 'count';
  /** The limits, in the unit of the input. A share in percent is always between 0 and 100. */
  min: number;
  max: number;
  /** Whether the input may be empty; it then counts as 0. */
  optional?: boolean;
  /** The unit shown after the input, such as years or months. */
  unit?: string;
  help?: string;
}

/** The number that was entered, and whether it is a percentage. */
export interface ParsedCalculatorInput {
  number: number;
  percent: boolean;
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const examples = { dollars: '$350,000', percent: '6.5', share: '$60,000 or 20%', count: '30' } as const;

/**
 * Parses typed text, which may contain a dollar or percent sign, and commas between thousands. Returns an error message
 * as `fault` if the text is not such a number or is outside the limits, or if it is empty and the input is not
 * optional.
 */
export function parseCalculatorInput(
  input: CalculatorInput,
  typed: string,
): ParsedCalculatorInput | { fault: string } {
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

function sayLimit(kind: CalculatorInput['kind'], limit: number): string {
  return kind === 'count' ? plain.format(limit) : `$${plain.format(limit)}`;
}

function shorten(typed: string): string {
  return typed.length > 24 ? `${truncateText(typed, 23)}…` : typed;
}

/** Converts a parsed input to cents. A percentage is taken of the amount `of`. */
export function inputToCents(reading: ParsedCalculatorInput, of: Cents = 0): Cents {
  return reading.percent ? percentOf(of, reading.number) : roundToCents(reading.number * 100);
}

/** Formats a number as an input's starting text: `350,000`, `6.5`, `20%`. */
export function formatStartValue(number: number, sign: '' | '%' = ''): string {
  return `${plain.format(number)}${sign}`;
}

/** A calculator's inputs, by their short names. */
export type CalculatorInputs<Name extends string> = Readonly<Record<Name, CalculatorInput>>;

/** Returns the name of an input's query parameter: prefix, "_", short name. */
export function calculatorQueryParameter(prefix: string, name: string): string {
  return `${prefix}_${name}`;
}

/** Returns the names of the query parameters of all inputs of a calculator. */
export function calculatorQueryParameters(
  prefix: string,
  inputs: Readonly<Record<string, CalculatorInput>>,
): string[] {
  return Object.keys(inputs).map((name) => calculatorQueryParameter(prefix, name));
}

/** Returns an object with the same keys, and each value replaced by the result of `map`. */
export function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From, name: Name) => To,
): Record<Name, To> {
  const entries = (Object.keys(record) as Name[]).map((name) => [name, map(record[name], name)] as const);
  // `fromEntries` loses the type of the keys, which are unchanged.
  return Object.fromEntries(entries) as Record<Name, To>;
}
