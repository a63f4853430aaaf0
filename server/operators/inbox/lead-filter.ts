import { z } from 'zod';
import { startOfDay } from '../site-days.ts';

export const DELIVERY_STATES = ['none', 'held', 'waiting', 'delivered', 'attention', 'cancelled'] as const;

/** Most leads of a page. */
export const PAGE_SIZE = 50;

/** What a filter for leads without a source is called; no source can have this name. */
export const NO_SOURCE = '-';

/** Postgres takes no NUL in a text, and nobody searches for control characters. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .transform((value) => value.replace(/\p{Cc}+/gu, ' ').trim());
const day = z.iso.date();

const empty = (value: unknown) => (value === '' ? undefined : value);
const asked = z.object({
  q: z.preprocess(empty, text(200).optional()),
  status: z.preprocess(empty, z.enum(['open', 'quarantined', 'resolved']).optional()),
  delivery: z.preprocess(empty, z.enum(DELIVERY_STATES).optional()),
  form: z.preprocess(empty, text(100).optional()),
  source: z.preprocess(empty, text(300).optional()),
  from: z.preprocess(empty, day.optional()),
  to: z.preprocess(empty, day.optional()),
  sort: z.preprocess(empty, z.enum(['newest', 'oldest', 'updated', 'name']).default('newest')),
  page: z.preprocess(empty, z.coerce.number().int().min(1).max(100_000).default(1)),
});

/** Which leads are asked for, and in which order. Moments are epoch milliseconds. */
export interface LeadFilter {
  words: readonly string[];
  /** Digits of a phone number that is searched for. */
  digits: string | null;
  status: 'open' | 'quarantined' | 'resolved' | null;
  delivery: (typeof DELIVERY_STATES)[number] | null;
  form: string | null;
  source: string | null;
  since: number | null;
  /** The first moment after. */
  until: number | null;
  sort: 'newest' | 'oldest' | 'updated' | 'name';
  page: number;
}

/** Reads the query of an address; days are days in the site's time zone. Answers what is wrong with it in words. */
export function readLeadFilter(query: unknown, timeZone: string): LeadFilter | { fault: string } {
  const read = asked.safeParse(query);
  if (!read.success) {
    const name = read.error.issues[0]?.path.join('.') ?? 'query';
    return {
      fault: `The filter "${name}" cannot be read. ${MENDS[name] ?? 'Clear the filters, then try again.'}`,
    };
  }
  const { q = '', status, delivery, form, source, from, to, sort, page } = read.data;
  const wholeNumber = /^[\d\s()+./-]+$/.test(q) ? digitsOf(q) : null;
  return {
    words: wholeNumber ? [] : q.split(/\s+/).filter(Boolean).slice(0, 8),
    digits: wholeNumber,
    status: status ?? null,
    delivery: delivery ?? null,
    form: form ?? null,
    source: source ?? null,
    since: from === undefined ? null : startOfDay(from, timeZone),
    until: to === undefined ? null : startOfDay(dayAfter(to), timeZone),
    sort,
    page,
  };
}

/** Whether a filter leaves anything out. */
export function isFiltered(filter: LeadFilter): boolean {
  const { words, digits, status, delivery, form, source, since, until } = filter;
  return (
    words.length > 0 || [digits, status, delivery, form, source, since, until].some((each) => each !== null)
  );
}

/** The digits of what looks like a part of a number, without the country's; null where there are too few to tell. */
export function digitsOf(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  if (digits.length < 3) return null;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

const MENDS: Readonly<Record<string, string>> = {
  q: 'Search for fewer than 200 characters.',
  from: 'Write the day as YYYY-MM-DD.',
  to: 'Write the day as YYYY-MM-DD.',
  page: 'Pages are counted from 1.',
};
