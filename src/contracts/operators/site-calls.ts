import { z } from 'zod';
import { vitalPageKinds, vitalMetrics } from '../page-vitals.ts';
import { doctorReport } from './doctor.ts';
import { okResponseSchema, noInput, type OperatorCall } from './operator-call.ts';

/* Figures and checks of the site, its redirects, and the audit log. Timestamps are in epoch milliseconds. */

const healthCheck = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'warn', 'fail']),
  /** A sentence about the current state. */
  detail: z.string(),
  /** How to fix the problem; absent if there is none. */
  fix: z.string().exactOptional(),
  /** The path of the screen where the problem can be fixed. */
  link: z.string().exactOptional(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

const overview = z.object({
  checks: z.array(healthCheck).readonly(),
  lastLeadAt: z.number().nullable(),
  deliveries: z.object({
    waiting: z.number(),
    attention: z.number(),
    held: z.number(),
    oldestWaitingAt: z.number().nullable(),
  }),
  /** One entry per day, oldest first, including days without leads. `day` is YYYY-MM-DD in the site's time zone. */
  days: z.array(z.object({ day: z.string(), leads: z.number() })).readonly(),
  sources: z.array(z.object({ source: z.string(), leads: z.number() })).readonly(),
  /** Time from a lead's submission to its delivery to the CRM, in milliseconds; null if none was delivered. */
  timeToCrm: z.object({ median: z.number(), p95: z.number(), count: z.number() }).nullable(),
  /** Pages with visits or leads on these days, the most visited first. */
  pages: z.array(z.object({ path: z.string(), visits: z.number(), leads: z.number() })).readonly(),
  /** How many of the measured page views on these days were good, by kind of page and metric. */
  vitals: z
    .array(
      z.object({
        page: z.enum(vitalPageKinds),
        metric: z.enum(vitalMetrics),
        good: z.number(),
        measured: z.number(),
      }),
    )
    .readonly(),
  /** Whether a published home page is stored, which visitors see instead of the built-in one. */
  hasOwnHome: z.boolean(),
  /** The first day with counted visits, YYYY-MM-DD; null if there is none yet. */
  visitsSince: z.string().nullable(),
});
export type SiteOverview = z.infer<typeof overview>;

/** A name or text to filter by. It has no control characters, because PostgreSQL refuses NUL. */
const filterName = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .optional();

/** A cursor in the list of redirects: the time when a redirect was added (epoch milliseconds), and its path. */
const redirectPlace = z.string().regex(/^\d{1,15}\.\/\P{Cc}{0,1000}$/u);

/** The query of a page of redirects: a search in their paths and targets, and the cursor of the page. */
export const redirectQuery = z.object({
  q: filterName.transform((text) => text?.trim()),
  after: redirectPlace.optional(),
  before: redirectPlace.optional(),
});

const redirectTable = z.object({
  /** One page of the redirects that operators added and that match the search, newest first. */
  own: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        createdBy: z.string().nullable(),
        createdAt: z.number(),
        /** Whether a page is at the path by now, so that visitors get the page. */
        isPage: z.boolean(),
      }),
    )
    .readonly(),
  /** The number of these redirects on all pages. */
  total: z.number(),
  /** The cursors of the previous and next page; null if there is no such page. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
  builtIn: z.array(z.object({ from: z.string(), to: z.string() })).readonly(),
});
export type RedirectListResponse = z.infer<typeof redirectTable>;

const addedRedirect = z.object({
  from: z.string(),
  to: z.string(),
  /** Explains how the server changed the typed input; null if it did not. */
  note: z.string().nullable(),
});
export type AddedRedirect = z.infer<typeof addedRedirect>;

const auditLog = z.object({
  /** The values to filter by. */
  actions: z.array(z.string()).readonly(),
  operators: z.array(z.string()).readonly(),
  rows: z
    .array(
      z.object({
        id: z.string(),
        at: z.number(),
        operator: z.string(),
        action: z.string(),
        subject: z.string().nullable(),
        detail: z.string().nullable(),
      }),
    )
    .readonly(),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
export type AuditLogResponse = z.infer<typeof auditLog>;

export const siteCalls = {
  overview: {
    method: 'GET',
    path: '/api/admin/overview',
    role: 'operator',
    input: z.object({
      days: z.coerce
        .number<number>()
        .default(30)
        .pipe(z.literal([7, 30, 90])),
    }),
    invalid: 'Ask for 7, 30 or 90 days: ?days=30.',
    output: overview,
  },
  doctor: {
    method: 'GET',
    path: '/api/admin/doctor',
    role: 'operator',
    input: noInput,
    output: doctorReport,
  },
  testMail: {
    method: 'POST',
    path: '/api/admin/test-mail',
    role: 'operator',
    input: noInput,
    /** The addresses that the mail server accepted. */
    output: z.object({ to: z.array(z.string()).readonly() }),
  },
  audit: {
    method: 'GET',
    path: '/api/admin/audit',
    role: 'operator',
    input: z.object({
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
      action: filterName,
      operator: filterName,
    }),
    invalid: 'This filter cannot be read. Clear the filters, then try again.',
    output: auditLog,
  },
  redirects: {
    method: 'GET',
    path: '/api/admin/redirects',
    role: 'operator',
    input: redirectQuery,
    invalid: 'This search cannot be read. Clear it, then try again.',
    output: redirectTable,
  },
  addRedirect: {
    method: 'POST',
    path: '/api/admin/redirects',
    role: 'operator',
    input: z.object({ from: z.string().max(3000), to: z.string().max(3000) }),
    invalid: 'Fill in both fields.',
    status: 201,
    output: addedRedirect,
    /** `field`: the invalid input. */
    failure: z.object({ field: z.enum(['from', 'to']) }),
  },
  removeRedirect: {
    method: 'POST',
    path: '/api/admin/redirects/remove',
    role: 'operator',
    input: z.object({
      from: z
        .string()
        .max(3000)
        .regex(/^\P{Cc}*$/u),
    }),
    invalid: 'Say which one: { "from": "/old-page" }.',
    output: okResponseSchema,
  },
} satisfies Record<string, OperatorCall>;
