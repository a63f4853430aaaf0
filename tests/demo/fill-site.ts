import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readSubmission } from '../../server/leads/accept/read-submission.ts';
import { resolveLead, type RecordAuditedChange } from '../../server/leads/manage/change-lead.ts';
import { addLeadNote, changeLeadReminder, changeLeadStage } from '../../server/leads/manage/follow-up.ts';
import { recordAudit } from '../../server/operators/audit-log.ts';
import { dayInTimeZone } from '../../src/builder/time-zones.ts';
import { startOfDay } from '../../server/platform/site-days.ts';
import type { Services } from '../../server/services.ts';
import { formDefinitions } from '../../src/contracts/forms/all-forms.ts';
import type { LeadRequest } from '../../src/contracts/forms/build-requests.ts';
import { parseTagLines } from '../../src/contracts/forms/lead-tags.ts';
import { consentVersion } from '../../src/contracts/leads/consent.ts';
import type { AuditAction } from '../../src/contracts/operators/audit-actions.ts';
import { vitalMetrics, type VitalPageKind, type VitalMetric } from '../../src/contracts/page-vitals.ts';
import type { CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import type { DemoClock } from './demo-clock.ts';
import { inventLeads, type InventedLead } from './invented-leads.ts';
import { inventVisits } from './invented-visits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Milliseconds between the two steps of a form. */
const SECOND_STEP_MS = 45_000;
/** Milliseconds within which the CRM sandbox answers everything that one step sends. */
const DELIVERY_TIMEOUT_MS = 60_000;
/** Milliseconds after now when the leads that wait for the CRM are tried again, so that one sees them wait. */
const NEXT_TRY_MS = 12 * MINUTE_MS;

interface Options {
  /** A running site on the clock, which delivers to the sandbox. */
  services: Pick<Services, 'content' | 'database' | 'intake' | 'visits' | 'vitals'>;
  clock: DemoClock;
  sandbox: CrmSandbox;
  operator: { id: string; name: string };
  /** The time at which the demonstration begins, in epoch milliseconds. */
  now: number;
}

/** Something that happens while the site is filled. */
interface Moment {
  at: number;
  happen: () => Promise<unknown>;
}

/**
 * Fills the site with invented leads, what the operator did about them, and visits. All of it is stored and delivered by
 * the server's own code, one event after the other. Throws if the site refuses a lead.
 */
export async function fillSite(options: Options): Promise<void> {
  const { services, clock, now } = options;
  const settings = services.content.settings();
  if (!settings) throw new Error('The demonstration has no content.');
  const timeZone = services.content.timeZone();
  const leads = inventLeads({ now, timeZone, consentVersion: consentVersion(settings.brokerage.name) });
  const moments = [
    ...leads.flatMap((lead) => leadMoments(lead, options)),
    ...visitMoments(leads, timeZone, options),
  ];
  for (const { at, happen } of moments.toSorted((one, other) => one.at - other.at)) {
    clock.moveTo(at);
    await happen();
  }
}

/** Returns the steps of a lead's form, and what the operator does about the lead. */
function leadMoments(lead: InventedLead, options: Options): Moment[] {
  const visitor = createVisitor(lead, options);
  const steps = formDefinitions[lead.form].steps.slice(0, lead.leaves ? 1 : 2);
  return [
    ...steps.map((_, index) => ({
      at: lead.at + index * SECOND_STEP_MS,
      happen: () => visitor.send(index === 0 ? 1 : 2),
    })),
    ...followUpMoments(lead, visitor.leadId, options),
  ];
}

/** Creates an invented visitor, whose browser posts what the real forms post. */
function createVisitor(lead: InventedLead, { services, sandbox, clock, now }: Options) {
  const { content, database, intake } = services;
  const session = randomUUID();
  let contactId = '';
  let browserKey: string | null = null;

  async function post({ path, body }: LeadRequest): Promise<void> {
    const read = readSubmission(body, {
      endpoint: path.endsWith('/market-reports') ? 'market-reports' : 'contact',
      ...(path.startsWith('/api/ghl/contact/') ? { contactId } : {}),
      now: clock.now(),
    });
    if ('fields' in read) throw new Error(`${lead.name}: ${JSON.stringify(read.fields)}`);
    const { ip, userAgent } = lead;
    const facts = { requestId: randomUUID(), ip, userAgent, browserKey, now: clock.now() };
    const acceptance = await intake.accept(read.submission, facts);
    if (acceptance.kind !== 'stored') throw new Error(`${lead.name}: ${acceptance.kind}`);
    ({ contactId, browserKey } = acceptance);
  }

  return {
    leadId: () => contactId,
    /** Sends a step, and waits until it is delivered, or until it has failed. */
    async send(step: 1 | 2): Promise<void> {
      const placement = await placementOf(content, lead);
      const context = {
        session,
        ...(contactId === '' ? {} : { contactId }),
        page: lead.page,
        ...placement,
        attribution: lead.attribution,
        elapsed: lead.elapsed,
      };
      if (lead.special === 'crm-rejects') {
        sandbox.faults.set({ errorRate: 1, errorStatus: 422, only: 'POST /contacts/' });
      } else if (lead.special === 'crm-down') {
        sandbox.faults.set({ errorRate: 1, errorStatus: 503 });
      }
      for (const request of formDefinitions[lead.form].requests(
        step,
        lead.values,
        context,
        '/api/ghl/contact',
      )) {
        await post(request);
      }
      await untilDelivered(database, clock);
      sandbox.faults.clear();
      if (lead.special === 'crm-down') {
        await database.query
          .updateTable('deliveries')
          .set({ next_attempt_at: now + NEXT_TRY_MS })
          .where('lead_id', '=', contactId)
          .where('state', '=', 'waiting')
          .execute();
        // How often the delivery was tried depends on chance. These failures must not open the circuit for later leads.
        await database.query
          .updateTable('destinations')
          .set({ failures: 0, failing_lead: null })
          .where('name', '=', 'crm')
          .execute();
      }
    },
  };
}

/** Returns the source and the tags that the page gives to its form. Throws if the page has no such form. */
async function placementOf(
  content: Services['content'],
  { form, page }: InventedLead,
): Promise<{ source?: string; tags: string[] }> {
  const answer = (await content.resolve({ path: page }))?.answer;
  const placements = answer?.status === 200 ? answer.document.placements : [];
  const found = placements.find(({ block }) => block === form);
  if (!found) throw new Error(`The page ${page} has no ${form}.`);
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(found.props, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const source = text('source');
  return { ...(source ? { source } : {}), tags: parseTagLines(text('tags')) };
}

/** Waits until no delivery is due or being sent. */
async function untilDelivered({ query }: Services['database'], clock: DemoClock): Promise<void> {
  const end = performance.now() + DELIVERY_TIMEOUT_MS;
  while (performance.now() < end) {
    const pending = await query
      .selectFrom('deliveries')
      .select('id')
      .where((is) =>
        is.or([
          is('state', '=', 'sending'),
          is.and([is('state', '=', 'waiting'), is('next_attempt_at', '<=', clock.now())]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    if (!pending) return;
    await delay(10);
  }
  throw new Error('The CRM sandbox did not take the leads in time.');
}

/** Returns what the operator does about a lead. Everything happens between the lead and an hour before now. */
function followUpMoments(lead: InventedLead, id: () => string, options: Options): Moment[] {
  const { services, clock, operator, now } = options;
  const { database, content } = services;
  const span = Math.max(0, now - HOUR_MS - lead.at);
  const after = (time: number, share: number) => lead.at + Math.min(time, share * span);
  const change = (action: AuditAction, detail: Readonly<Record<string, unknown>> = {}) => ({
    leadId: id(),
    now: clock.now(),
    audit: auditBy(operator, action, { detail, now: clock.now() }),
  });
  const toStage = (stage: 'called' | 'met') => () =>
    changeLeadStage(database, stage, change('lead-stage-changed', { stage }));
  const { stage, notes = [], reminder } = lead;
  const moments: Moment[] = [];
  if (stage) moments.push({ at: after(3 * HOUR_MS, 0.1), happen: toStage('called') });
  if (stage === 'met' || (stage === 'closed' && notes.length > 0)) {
    moments.push({ at: after(4 * DAY_MS, 0.4), happen: toStage('met') });
  }
  for (const [index, text] of notes.entries()) {
    moments.push({
      at: after((4 + 2 * index) * DAY_MS + HOUR_MS, 0.5 + index * 0.1),
      happen: () => addLeadNote(database, { author: operator.name, text }, change('lead-note-added')),
    });
  }
  if (reminder) {
    const [days, about] = reminder;
    // From noon, so that days with 23 or 25 hours do not shift the date.
    const day = dayInTimeZone(noonOf(now, content.timeZone()) + days * DAY_MS, content.timeZone());
    moments.push({
      at: after(9 * DAY_MS, 0.8),
      happen: () => changeLeadReminder(database, { day, about }, change('lead-reminder-set')),
    });
  }
  if (stage === 'closed') {
    moments.push({
      at: after(18 * DAY_MS, 0.9),
      happen: () =>
        resolveLead(database, id(), clock.now(), auditBy(operator, 'lead-resolved', { now: clock.now() })),
    });
  }
  return moments;
}

function noonOf(now: number, timeZone: string): number {
  const today = dayInTimeZone(now, timeZone);
  return Date.parse(`${today}T12:00:00Z`);
}

function auditBy(
  operator: Options['operator'],
  action: AuditAction,
  { detail, now }: { detail?: Readonly<Record<string, unknown>>; now: number },
): RecordAuditedChange {
  const requestId = randomUUID();
  return (transaction, { leadId }) =>
    recordAudit(transaction, {
      operator: { ...operator, requestId },
      action,
      subject: leadId,
      ...(detail && Object.keys(detail).length > 0 ? { detail } : {}),
      now,
    });
}

/** A browser whose visits are counted. */
const VISIT = { method: 'GET', headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' } };

/** One visit in so many is measured. */
const VISITS_PER_MEASURED = 10;
/** One measured visit in so many is slower than Google calls good. */
const MEASURED_PER_SLOW: Readonly<Record<VitalMetric, number>> = { LCP: 14, INP: 30, CLS: 50 };

const kindOf = (path: string): VitalPageKind => (path === '/' ? 'home' : path === '/blog' ? 'list' : 'page');

/** Returns the visits of each day, which are counted at the end of the day. */
function visitMoments(
  leads: readonly InventedLead[],
  timeZone: string,
  { services: { visits, vitals }, now }: Options,
): Moment[] {
  const byDay = Map.groupBy(inventVisits({ now, timeZone, leads }), ({ day }) => day);
  const today = dayInTimeZone(now, timeZone);
  let visited = 0;
  return [...byDay].map(([day, pages]) => ({
    at: day === today ? now : startOfDay(day, timeZone) + 23 * HOUR_MS - MINUTE_MS,
    async happen() {
      for (const page of pages) {
        for (let visit = 0; visit < page.visits; visit += 1) {
          visits.count(page.path, VISIT);
          visited += 1;
          if (visited % VISITS_PER_MEASURED > 0) continue;
          for (const metric of vitalMetrics) {
            const isSlow = (visited / VISITS_PER_MEASURED) % MEASURED_PER_SLOW[metric] === 0;
            vitals.count({
              page: kindOf(page.path),
              metric,
              rating: isSlow ? 'needs-improvement' : 'good',
            });
          }
        }
      }
      await visits.flush();
    },
  }));
}
