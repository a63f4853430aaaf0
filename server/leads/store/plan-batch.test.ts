import { describe, expect, test } from 'vitest';
import type { DestinationName } from '../../database/schema/schema.ts';
import type { BatchRows } from './batch-rows.ts';
import { createIntakeJob, type IntakeResult, type RequestFacts, type Submission } from './intake-job.ts';
import type { LeadRow } from './merge-lead.ts';
import { LEAD_EDIT_WINDOW_MS, planBatch, type StoredBatchRows } from './plan-batch.ts';

const SECRET = 'secret';
const START = Date.UTC(2026, 5, 1, 12);
const nothing: StoredBatchRows = { leads: [], submissions: [], consents: [], confirmed: [] };

type Sent = Partial<Submission & RequestFacts>;

/** Returns the job of a submission, by default step 1 of the lead form in the session `s1`. */
function job({
  requestId = 'r1',
  ip = '::1',
  userAgent = 'UA',
  browserKey = null,
  now = START,
  ...sent
}: Sent) {
  const submission: Submission = {
    form: 'lead-form',
    step: '1',
    session: 's1',
    email: 'ann@example.com',
    tags: [],
    suspicions: [],
    ...sent,
  };
  return createIntakeJob(submission, { requestId, ip, userAgent, browserKey, now }, SECRET);
}

/** Returns the job of a submission without a session or contact details, as the second step may be. */
function withoutContact(sent: Sent) {
  const { submission, facts } = job(sent);
  const { session: _, email: __, ...rest } = submission;
  return createIntakeJob({ ...rest, ...(sent.session ? { session: sent.session } : {}) }, facts, SECRET);
}

function plan(
  jobs: Parameters<typeof planBatch>[0],
  stored: StoredBatchRows = nothing,
  { destinations = ['crm'], crmReady = true }: { destinations?: DestinationName[]; crmReady?: boolean } = {},
) {
  return planBatch(jobs, stored, { destinations, crmReady, secret: SECRET });
}

/** Returns what the database contains after a batch. */
function after({ rows }: { rows: BatchRows }, changes: Partial<LeadRow> = {}): StoredBatchRows {
  return {
    leads: [...rows.newLeads, ...rows.changedLeads].map((lead) => Object.assign({}, lead, changes)),
    submissions: rows.submissions,
    consents: rows.consents,
    confirmed: rows.deliveries.flatMap(({ destination, lead_id }) =>
      destination === 'confirmation' && lead_id !== null ? [lead_id] : [],
    ),
  };
}

function storedId(acceptance: IntakeResult | undefined): string {
  if (acceptance?.kind !== 'stored') throw new Error('The submission was not stored.');
  return acceptance.contactId;
}

/** Returns the kind of an acceptance, or `repeated`. */
const outcome = (acceptance: IntakeResult) =>
  acceptance.kind === 'stored' && acceptance.repeated ? 'repeated' : acceptance.kind;

const deliveries = ({ rows }: { rows: BatchRows }) =>
  rows.deliveries.map(({ revision, destination, state }) => `${revision} ${destination} ${state}`);
const events = ({ rows }: { rows: BatchRows }) => rows.events.map(({ kind }) => kind);

describe('a first submission', () => {
  test('is a new lead with its evidence, its event and its deliveries', () => {
    const result = plan([job({})], nothing, { destinations: ['crm', 'alert'] });
    const [lead] = result.rows.newLeads;
    expect(lead).toMatchObject({
      session: 's1',
      email: 'ann@example.com',
      revision: 1,
      status: 'open',
      progress: 'contact',
      open_until: START + LEAD_EDIT_WINDOW_MS,
      local_only: 0,
    });
    expect(result.acceptances).toMatchObject([
      { kind: 'stored', contactId: lead?.id, session: 's1', isLocalOnly: false, repeated: false },
    ]);
    expect(result.rows.submissions).toMatchObject([{ lead_id: lead?.id, step: '1', at: START }]);
    expect(events(result)).toEqual(['received']);
    expect(deliveries(result)).toEqual(['1 crm waiting', '1 alert waiting']);
    expect(result.rows.changedLeads).toEqual([]);
  });

  test('without a CRM is local only, and its id says so', () => {
    const { acceptances, rows } = plan([job({})], nothing, { crmReady: false });
    expect(acceptances).toMatchObject([{ isLocalOnly: true }]);
    expect(rows.newLeads).toMatchObject([{ id: expect.stringMatching(/^local_/), local_only: 1 }]);
  });

  test('needs an e-mail address or a phone number', () => {
    expect(plan([withoutContact({ step: '2', session: 's1', firstName: 'Ann' })])).toEqual({
      acceptances: [{ kind: 'unknown-contact' }],
      rows: plan([]).rows,
    });
  });
});

describe('a second step', () => {
  const first = plan([job({})]);

  test('of the same session changes the lead, which is delivered again', () => {
    const now = START + 60_000;
    const result = plan([withoutContact({ step: '2', session: 's1', firstName: 'Ann', now })], after(first));
    expect(result.acceptances).toMatchObject([{ kind: 'stored', contactId: storedId(first.acceptances[0]) }]);
    expect(result.rows.newLeads).toEqual([]);
    expect(result.rows.changedLeads).toMatchObject([
      {
        email: 'ann@example.com',
        first_name: 'Ann',
        progress: 'details',
        revision: 2,
        created_at: START,
        updated_at: now,
      },
    ]);
    expect(events(result)).toEqual(['changed']);
    expect(deliveries(result)).toEqual(['2 crm waiting']);
  });

  test('in the same batch is the same lead', () => {
    const result = plan([job({}), withoutContact({ step: '2', session: 's1', firstName: 'Ann' })]);
    expect(result.rows.newLeads).toMatchObject([
      { email: 'ann@example.com', first_name: 'Ann', revision: 2 },
    ]);
    expect(result.rows.changedLeads).toEqual([]);
    expect(deliveries(result)).toEqual(['1 crm waiting', '2 crm waiting']);
  });

  test('that changes nothing is kept as evidence, and not delivered', () => {
    const detailed = plan([job({ step: '2', firstName: 'Ann' })]);
    const result = plan([job({ step: '1', firstName: 'Ann' })], after(detailed));
    expect(result.rows.submissions).toHaveLength(1);
    expect(result.rows.changedLeads).toMatchObject([{ revision: 1 }]);
    expect([events(result), deliveries(result)]).toEqual([[], []]);
  });
});

describe('a repeated submission', () => {
  test('writes nothing, and gets the same answer', () => {
    const first = plan([job({})]);
    const again = plan([job({ now: START + 60_000, requestId: 'r2' })], after(first));
    expect(again.acceptances).toEqual([{ ...first.acceptances[0], repeated: true }]);
    expect(again.rows).toEqual(plan([]).rows);
  });

  test('in the same batch is stored once', () => {
    const { acceptances, rows } = plan([job({}), job({})]);
    expect(acceptances.map(outcome)).toEqual(['stored', 'repeated']);
    expect([rows.newLeads.length, rows.submissions.length, rows.deliveries.length]).toEqual([1, 1, 1]);
  });

  test('counts as a change if other content came between, under a hash of its own', () => {
    const [a, b] = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
    const { acceptances, rows } = plan([a, b, a, a].map(job));
    expect(acceptances.map(outcome)).toEqual(['stored', 'stored', 'stored', 'repeated']);
    expect(rows.newLeads).toMatchObject([{ email: 'a@example.com', revision: 3 }]);
    expect(new Set(rows.submissions.map(({ body_hash }) => body_hash)).size).toBe(3);
    // Each is later than the one before, so that the last submission is known.
    expect(rows.submissions.map(({ at }) => at)).toEqual([START, START + 1, START + 2]);
  });
});

test('two leads with the same contact in a batch stay two leads', () => {
  const { acceptances, rows } = plan([job({ session: 's1' }), job({ session: 's2' })]);
  expect(rows.newLeads.map(({ email, revision }) => [email, revision])).toEqual([
    ['ann@example.com', 1],
    ['ann@example.com', 1],
  ]);
  expect(new Set(acceptances.map(storedId)).size).toBe(2);
});

describe('a contact id', () => {
  const first = plan([job({})]);
  const contactId = storedId(first.acceptances[0]);
  const cookie = first.acceptances[0]?.kind === 'stored' ? first.acceptances[0].browserKey : '';

  test.each<[string, Sent, string]>([
    ['the cookie', { browserKey: cookie }, 'stored'],
    ['the session', { session: 's1' }, 'stored'],
    ['another cookie', { browserKey: 'another-browser-entirely' }, 'unknown-contact'],
    ['nothing else', {}, 'unknown-contact'],
  ])('with %s: %s', (_what, proof, expected) => {
    const sent = withoutContact({ contactId, step: '2', firstName: 'Ann', ...proof });
    expect(plan([sent], after(first)).acceptances.map(outcome)).toEqual([expected]);
  });

  test('that was never issued is refused, even with contact details', () => {
    expect(plan([job({ contactId: 'other' })], after(first)).acceptances).toEqual([
      { kind: 'unknown-contact' },
    ]);
  });
});

describe('after a day, a lead', () => {
  const first = plan([job({})]);
  const contactId = storedId(first.acceptances[0]);
  const late = { now: START + LEAD_EDIT_WINDOW_MS };
  const changed = { ...late, email: 'late@example.com' };

  test('still accepts a repeat, and what changes nothing', () => {
    const sent = [job({ ...late, contactId }), job({ ...late, source: '' })];
    expect(plan(sent, after(first)).acceptances).toMatchObject([{ contactId }, { contactId }]);
  });

  test('refuses a change by contact id', () => {
    expect(plan([job({ ...changed, contactId })], after(first)).acceptances).toEqual([
      { kind: 'unknown-contact' },
    ]);
  });

  test('is followed by a second lead for new content, once', () => {
    const second = plan([job(changed), job(changed)], after(first));
    expect(second.rows.newLeads).toMatchObject([{ email: 'late@example.com', revision: 1 }]);
    expect(second.acceptances.map(outcome)).toEqual(['stored', 'repeated']);
    expect(storedId(second.acceptances[0])).not.toBe(contactId);
  });

  test('accepts a change until its last millisecond', () => {
    expect(plan([job({ ...changed, now: late.now - 1 })], after(first)).acceptances).toMatchObject([
      { contactId },
    ]);
  });
});

describe('a suspicious submission', () => {
  const suspicions = ['honeypot'];

  test('is stored, and its deliveries are held', () => {
    const result = plan([job({ suspicions })]);
    expect(result.rows.newLeads).toMatchObject([{ status: 'quarantined', suspicions: '["honeypot"]' }]);
    expect(events(result)).toEqual(['received', 'quarantined']);
    expect(deliveries(result)).toEqual(['1 crm held']);
    // There are no stored deliveries to hold.
    expect(result.rows.heldLeads).toEqual([]);
  });

  test('holds an open lead, with the deliveries that wait', () => {
    const first = plan([job({})]);
    const result = plan([job({ step: '2', firstName: 'Ann', suspicions })], after(first));
    expect(result.rows.changedLeads).toMatchObject([{ status: 'quarantined', hold_told_at: null }]);
    expect(result.rows.heldLeads).toEqual([{ id: storedId(first.acceptances[0]) }]);
    expect(deliveries(result)).toEqual(['2 crm held']);
  });

  test('holds the deliveries of the same batch', () => {
    expect(deliveries(plan([job({}), job({ step: '2', firstName: 'Ann', suspicions })]))).toEqual([
      '1 crm held',
      '2 crm held',
    ]);
  });

  test('does not subscribe anyone', () => {
    const subscription = { form: 'market-report-form', step: 'subscription', areas: 'all' } as const;
    expect(plan([job(subscription)]).rows.subscriptions).toMatchObject([{ email: 'ann@example.com' }]);
    expect(plan([job({ ...subscription, suspicions })]).rows.subscriptions).toEqual([]);
  });
});

describe('a held lead', () => {
  const held = plan([job({ suspicions: ['honeypot'] })]);
  const more = job({ step: '2', firstName: 'Ann' });

  test('stays held, without a second event', () => {
    const result = plan([more], after(held));
    expect(result.rows.changedLeads).toMatchObject([{ status: 'quarantined', revision: 2 }]);
    expect([events(result), deliveries(result)]).toEqual([['changed'], ['2 crm held']]);
  });

  test('is held again if it was resolved as suspicious, and not if it was released', () => {
    const rejected = plan([more], after(held, { status: 'resolved', rejected_at: START }));
    expect(rejected.rows.changedLeads).toMatchObject([{ status: 'quarantined' }]);
    expect(deliveries(rejected)).toEqual(['2 crm held']);
    const released = plan([more], after(held, { status: 'open' }));
    expect(released.rows.changedLeads).toMatchObject([{ status: 'open' }]);
    expect(deliveries(released)).toEqual(['2 crm waiting']);
  });
});

describe('a closed lead', () => {
  const first = plan([job({})]);
  const closed = after(first, { status: 'resolved' });

  test.each([
    ['the second step', { step: '2', firstName: 'Ann' }],
    ['a subscription', { form: 'market-report-form', step: 'subscription', areas: 'all' }],
    ['a correction', { email: 'anne@example.com' }],
  ] as const)('is opened again by %s', (_what, sent) => {
    const result = plan([job(sent)], closed);
    expect(result.rows.changedLeads).toMatchObject([{ status: 'open', revision: 2 }]);
    expect(result.rows.events.map(({ kind, detail }) => [kind, JSON.parse(detail ?? '')])).toMatchObject([
      ['changed', {}],
      ['reopened', { by: 'visitor' }],
    ]);
    expect(deliveries(result)).toEqual(['2 crm waiting']);
  });

  test('stays closed if it is told nothing new', () => {
    expect(plan([job({})], closed).rows).toEqual(plan([]).rows);
    const subscription = { form: 'market-report-form', step: 'subscription', areas: 'all' } as const;
    const subscribed = after(plan([job(subscription)]), { status: 'resolved' });
    const consent = { version: 'v1', marketing: true, service: true };
    for (const sent of [
      { ...subscription, source: '' },
      { ...subscription, consent },
    ]) {
      const result = plan([job(sent)], subscribed);
      expect(result.rows.submissions).toHaveLength(1);
      expect(result.rows.changedLeads).toMatchObject([{ status: 'resolved' }]);
      expect(events(result)).not.toContain('reopened');
    }
  });

  test('is held, and not opened, if what comes is suspicious', () => {
    const result = plan([job({ step: '2', firstName: 'Ann', suspicions: ['honeypot'] })], closed);
    expect(result.rows.changedLeads).toMatchObject([{ status: 'quarantined' }]);
    expect(events(result)).toEqual(['changed', 'quarantined']);
  });
});

describe('consent', () => {
  const yes = { version: 'v1', marketing: true, service: true };
  const no = { ...yes, marketing: false };

  test.each([
    ['withdrawn', yes, no],
    ['given later', no, yes],
    ['given to another wording', yes, { ...yes, version: 'v2' }],
  ])('that is %s is stored and delivered once', (_how, before, consent) => {
    const result = plan([job({ consent }), job({ consent })], after(plan([job({ consent: before })])));
    expect(result.rows.changedLeads).toMatchObject([{ revision: 2 }]);
    expect(result.rows.consents.map(({ kind, given, version }) => [kind, given, version])).toEqual([
      ['service', 1, consent.version],
      ['marketing', consent.marketing ? 1 : 0, consent.version],
    ]);
    expect([events(result), deliveries(result)]).toEqual([['changed'], ['2 crm waiting']]);
  });

  test('that a later step repeats is not delivered', () => {
    const first = plan([job({ step: '2', consent: yes })]);
    expect(deliveries(plan([job({ step: '1', consent: yes })], after(first)))).toEqual([]);
  });

  test('is later than the answer before it, even if the clock was set back', () => {
    const first = plan([job({ consent: yes })]);
    const { rows } = plan(
      [no, yes].map((consent) => job({ consent, now: START - 3_600_000 })),
      after(first),
    );
    expect(rows.consents.map(({ at }) => at)).toEqual([START + 1, START + 1, START + 2, START + 2]);
  });
});

describe('a confirmation', () => {
  const options = { destinations: ['confirmation'] satisfies DestinationName[] };
  const subscription = { form: 'market-report-form', step: 'subscription', areas: 'all' } as const;

  test('is sent once for a lead, however often it changes', () => {
    const first = plan([job({}), job({ email: 'anne@example.com' })], nothing, options);
    expect(deliveries(first)).toEqual(['1 confirmation waiting']);
    expect(deliveries(plan([job({ step: '2', firstName: 'Ann' })], after(first), options))).toEqual([]);
  });

  test('of a subscription is the only one, and the steps beside it have none', () => {
    const first = plan([job({ form: 'market-report-form' })], nothing, options);
    expect(deliveries(first)).toEqual([]);
    const second = plan([job(subscription)], after(first), options);
    expect(deliveries(second)).toEqual(['2 confirmation waiting']);
    const update = job({ form: 'market-report-form', step: '2', firstName: 'Ann' });
    expect(deliveries(plan([update], after(second), options))).toEqual([]);
    expect(deliveries(plan([update], after(first), options))).toEqual([]);
  });

  test('is sent again for a subscription after it, unless only the consent has changed', () => {
    const first = plan([job({})], nothing, options);
    const consent = { version: 'v1', marketing: true, service: true };
    const second = plan([job({ ...subscription, consent })], after(first), options);
    expect(deliveries(second)).toEqual(['2 confirmation waiting']);
    const withdrawn = job({ ...subscription, consent: { ...consent, marketing: false } });
    const third = plan([withdrawn], after(second), options);
    expect(third.rows.changedLeads).toMatchObject([{ revision: 3 }]);
    expect(deliveries(third)).toEqual([]);
  });

  test.each(['jane.@example.com', 'jane..doe@example.com', 'jörg@example.com'])(
    'is not sent to %s, which cannot receive mail',
    (email) => expect(deliveries(plan([job({ email })], nothing, options))).toEqual([]),
  );

  test('is not sent without an e-mail address', () => {
    const { submission, facts } = job({ phone: '5155550123' });
    const { email: _, ...byPhone } = submission;
    expect(deliveries(plan([createIntakeJob(byPhone, facts, SECRET)], nothing, options))).toEqual([]);
  });
});

test('the last of two subscriptions of one address in a batch is kept', () => {
  const subscription = { form: 'market-report-form', step: 'subscription' } as const;
  const { rows } = plan([
    job({ ...subscription, session: 's1', areas: 'all' }),
    job({ ...subscription, session: 's2', areas: 'ankeny', email: 'ANN@example.com' }),
  ]);
  expect(rows.subscriptions).toMatchObject([{ email: 'ann@example.com', areas: 'ankeny' }]);
});
