import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteSettings } from '../../src/contracts/site-settings.ts';
import type { MailConfig } from '../../server/platform/config/config.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import {
  createOutgoingMailService,
  type OutgoingMailService,
  type Mailers,
} from '../../server/leads/mail/mailers.ts';
import { IN_HOURS, leadOf, SETTINGS } from './mail/lead-samples.ts';
import { headerOf, startMailServer, type MailServer } from './mail/mail-server.ts';

const SECRETS = ['a secret of thirty-two or more characters'];
const CONTEXT = { deliveryId: 'delivery-1', consents: [] };

let folder: string;
let database: OpenDatabase;
let server: MailServer;
let mail: OutgoingMailService;
let logged: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-mail-'));
  database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  server = await startMailServer();
  logged = '';
  mail = await open();
});

afterEach(async () => {
  mail.close();
  await server.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

async function open(
  config: Partial<MailConfig> = {},
  settings: SiteSettings | null = SETTINGS,
): Promise<OutgoingMailService> {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  return createOutgoingMailService({
    config: {
      mail: {
        smtpUrl: `smtp://127.0.0.1:${server.port}`,
        alertTo: [],
        from: null,
        confirm: true,
        ...config,
      },
      databaseUrl: null,
    },
    database,
    content: { settings: () => settings },
    secrets: SECRETS,
    origin: () => 'https://homes.test',
    log: pino({ level: 'debug' }, sink),
    now: () => IN_HOURS + 5000,
  });
}

function mailers(from: OutgoingMailService = mail): Mailers {
  if (!from.mailers) throw new Error('There is no mail server.');
  return from.mailers;
}

function only(): string {
  expect(server.mails).toHaveLength(1);
  return server.mails[0] ?? '';
}

test('an alert goes to the agent, replies go to the visitor, and a repeat has the same Message-ID', async () => {
  await mailers().alert(leadOf(), CONTEXT);
  await mailers().alert(leadOf(), CONTEXT);
  const [one = '', other = ''] = server.mails;
  expect(headerOf(one, 'To')).toBe('alex@agency.test');
  expect(headerOf(one, 'From')).toBe('Alex Rivera <alex@agency.test>');
  expect(headerOf(one, 'Reply-To')).toBe('Sam Field <sam@visitor.test>');
  expect(headerOf(one, 'Message-ID')).toBe('<delivery-1@homes.test>');
  expect(headerOf(one, 'X-Entity-Ref-ID')).toBe('delivery-1');
  expect(headerOf(other, 'Message-ID')).toBe(headerOf(one, 'Message-ID'));
  expect(one).toContain('text/plain');
  expect(one).toContain('text/html');
});

test('while the settings are unread, nothing goes out in the name of the sample agent', async () => {
  const unread = await open({}, null);
  for (const kind of ['alert', 'confirmation'] as const) {
    await expect(mailers(unread)[kind](leadOf(), CONTEXT)).rejects.toMatchObject({
      name: 'DeliveryError',
      kind: 'not-connected',
    });
  }
  await expect(unread.operatorAlerts.held(1)).rejects.toThrow('have not been read');
  expect(server.mails).toEqual([]);
  unread.close();
  const told = await open({ alertTo: ['desk@agency.test'] }, null);
  await told.operatorAlerts.held(1);
  expect(headerOf(only(), 'To')).toBe('desk@agency.test');
  told.close();
});

test('after the first alert, later ones are updates', async () => {
  await database.query
    .insertInto('deliveries')
    .values({
      id: 'delivery-0',
      lead_id: 'lead-1',
      destination: 'alert',
      revision: 1,
      state: 'delivered',
      attempts: 1,
      next_attempt_at: 0,
      lease_owner: null,
      lease_until: null,
      done: null,
      last_error: null,
      request_id: null,
      created_at: 0,
      delivered_at: 1,
    })
    .execute();
  await mailers().alert(
    leadOf({ revision: 2, message: null, page: null, source: null, inquiry_type: null }),
    CONTEXT,
  );
  expect(headerOf(only(), 'Subject')).toBe('Update: Sam Field, (515) 555-0142');
});

test('if the CRM contact differs from the lead, the agent is asked to check, also in later alerts', async () => {
  const differing = (differs: readonly string[]) => JSON.stringify({ contactId: 'c', differs });
  const delivery = {
    id: 'delivery-0',
    lead_id: 'lead-1',
    destination: 'crm',
    revision: 1,
    state: 'delivered',
    attempts: 1,
    next_attempt_at: 0,
    lease_owner: null,
    lease_until: null,
    done: differing(['name', 'email']),
    last_error: null,
    request_id: null,
    created_at: 0,
    delivered_at: 1,
  } as const;
  const { query } = database;
  await query.insertInto('deliveries').values(delivery).execute();
  await mailers().identity(leadOf(), CONTEXT);
  const mail = only();
  expect(headerOf(mail, 'Subject')).toBe('Check identity: Sam Field, (515) 555-0142');
  expect(headerOf(mail, 'To')).toContain('alex@agency.test');
  for (const words of ['name and e-mail address', 'sam@visitor.test', 'homes.test/admin/leads/lead-1']) {
    expect(mail.replaceAll(/=\r?\n/g, '')).toContain(words);
  }
  expect(mail).not.toContain('Reply-To');
  await mailers().alert(leadOf(), CONTEXT);
  expect(server.mails.at(-1)).toContain('Check identity');

  // The details of a later step match the contact.
  const later = { id: 'delivery-1', revision: 2, done: differing([]) };
  await query
    .insertInto('deliveries')
    .values({ ...delivery, ...later })
    .execute();
  const before = server.mails.length;
  await mailers().identity(leadOf({ revision: 2 }), CONTEXT);
  expect(server.mails).toHaveLength(before);
});

test('returning visitors are recognized by e-mail address or phone number, except quarantined ones', async () => {
  const earlier = { created_at: IN_HOURS - 1000, email: 'SAM@visitor.test', phone_e164: null };
  await database.query
    .insertInto('leads')
    .values([
      leadOf({ ...earlier, id: 'a', session: 'a' }),
      leadOf({ ...earlier, id: 'b', session: 'b', email: null, phone_e164: '+15155550142' }),
      leadOf({ ...earlier, id: 'c', session: 'c', status: 'quarantined' }),
      leadOf({ ...earlier, id: 'd', session: 'd', email: 'other@visitor.test' }),
      leadOf(),
    ])
    .execute();
  await mailers().alert(leadOf(), CONTEXT);
  expect(only()).toContain('Wrote before: 2 times');
});

test('visitor input cannot add a header or a recipient', async () => {
  const hostile = 'Sam\r\nBcc: thief@evil.test\r\n\r\nHello\u2028X: y\0';
  await mailers().alert(
    leadOf({
      first_name: hostile,
      last_name: hostile,
      email: 'sam@visitor.test, thief@evil.test',
      phone: hostile,
      phone_e164: null,
      page: hostile,
      inquiry_type: hostile,
      source: hostile,
      tags: JSON.stringify([hostile]),
    }),
    CONTEXT,
  );
  const received = only();
  expect(headerOf(received, 'Bcc')).toBeNull();
  expect(headerOf(received, 'X')).toBeNull();
  expect(headerOf(received, 'Reply-To')).toBeNull();
  expect(headerOf(received, 'To')).toBe('alex@agency.test');
});

test('a quarantined lead causes no mail, and its delivery can be retried', async () => {
  const held = leadOf({ status: 'quarantined' });
  await expect(mailers().alert(held, CONTEXT)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'transient',
  });
  await expect(mailers().confirmation(held, CONTEXT)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'transient',
  });
  expect(server.mails).toHaveLength(0);
});

test('with the sample agent and no recipient nothing is sent, and the log names the missing setting', async () => {
  mail.close();
  mail = await open({}, { ...SETTINGS, sample: true });
  expect(logged).toContain('AGENT_ALERT_TO');
  expect(logged).toContain('MAIL_FROM');
  await expect(mailers().alert(leadOf(), CONTEXT)).rejects.toThrow('AGENT_ALERT_TO');
  await expect(mailers().confirmation(leadOf(), CONTEXT)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'lasting',
  });
  mail.close();
  mail = await open({ alertTo: ['desk@agency.test'] }, { ...SETTINGS, sample: true });
  await mailers().alert(leadOf(), CONTEXT);
  expect(headerOf(only(), 'From')).toBe('desk@agency.test');
});

test('a confirmation is marked as automatic and has no unsubscribe link', async () => {
  await mailers().confirmation(leadOf(), CONTEXT);
  const received = only();
  expect(headerOf(received, 'To')).toBe('sam@visitor.test');
  expect(headerOf(received, 'Reply-To')).toBe('Alex Rivera <alex@agency.test>');
  expect(headerOf(received, 'Auto-Submitted')).toBe('auto-replied');
  expect(headerOf(received, 'List-Unsubscribe')).toBeNull();
});

test('a subscriber gets an unsubscribe link and a one-click header; unsubscribed people get no mail', async () => {
  const subscription = {
    email: 'sam@visitor.test',
    lead_id: 'lead-1',
    name: 'Sam',
    areas: 'ankeny',
    since: 1,
  };
  await database.query
    .insertInto('subscriptions')
    .values({ ...subscription, unsubscribed_at: null })
    .execute();
  const lead = leadOf({ form: 'market-report-form', email: 'Sam@Visitor.test' });
  await mailers().confirmation(lead, CONTEXT);
  const received = only();
  expect(headerOf(received, 'Subject')).toBe('You are subscribed to the market report for Ankeny');
  expect(headerOf(received, 'List-Unsubscribe')?.replaceAll(' ', '')).toMatch(
    /^<https:\/\/homes\.test\/unsubscribe\?t=[\w-]{60,}>$/,
  );
  expect(headerOf(received, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  await database.query.updateTable('subscriptions').set({ unsubscribed_at: 2 }).execute();
  await mailers().confirmation(lead, CONTEXT);
  expect(server.mails).toHaveLength(1);
});

test('operators are notified by mail and in the log', async () => {
  const notice = { destination: 'crm', reason: 'The token was refused.', attention: 3, waiting: 4 } as const;
  await mail.operatorAlerts.attention(notice);
  await mail.operatorAlerts.reconnect(notice);
  await mail.operatorAlerts.outage(notice);
  expect(server.mails.map((each) => headerOf(each, 'Subject'))).toEqual([
    'Needs you: 3 leads not delivered to the CRM',
    'Needs you: the CRM must be connected again',
    'The CRM has been failing for over an hour',
  ]);
  const told = server.mails[0]?.replaceAll('=\r\n', '');
  expect(told).toMatch(/npm run leads retry/);
  expect(told).toContain('https://homes.test/admin');
  expect(logged).toContain('deliveries-need-attention');
  expect(logged).toContain('crm-needs-reconnecting');
  expect(logged).toContain('destination-fails-for-long');
});

test('operators are notified of held leads, without personal data', async () => {
  await mail.operatorAlerts.held(1);
  await mail.operatorAlerts.held(2);
  expect(server.mails.map((each) => headerOf(each, 'Subject'))).toEqual([
    'Needs you: 1 lead is held back as suspicious',
    'Needs you: 2 leads are held back as suspicious',
  ]);
  expect(server.mails[0]?.replaceAll('=\r\n', '')).toContain(
    'https://homes.test/admin/leads?status=3Dquarantined',
  );
  expect(logged).toContain('leads-held-back');
});

test('operators are notified of a full disk, and of its end, without the database', async () => {
  await database.close();
  const fault = { problem: 'full', code: 'SQLITE_13', since: IN_HOURS, failures: 150 } as const;
  await mail.operatorAlerts.storage.failing(fault);
  await mail.operatorAlerts.storage.recovered(fault, IN_HOURS + 120_000);
  const [fails, works] = server.mails.map((each) => each.replaceAll('=\r\n', ''));
  expect(headerOf(fails ?? '', 'Subject')).toBe('Needs you: the site cannot save leads');
  expect(fails).toContain('Free space on the disk that holds DATA_DIR');
  expect(fails).toContain('SQLITE_13');
  expect(fails).toContain('150');
  expect(headerOf(works ?? '', 'Subject')).toBe('The site saves leads again');
  expect(works).toContain('It could not for 2 min');
  database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
});

test('without a mail server notices go to the log; if a mail fails, the caller gets the error', async () => {
  const notice = { destination: 'alert', reason: 'Refused.', attention: 1, waiting: 0 } as const;
  const silent = await open({ smtpUrl: null });
  expect(silent.mailers).toBeNull();
  await silent.operatorAlerts.attention(notice);
  expect(logged).toContain('"level":50');
  await server.stop();
  await expect(mail.operatorAlerts.attention(notice)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'transient',
  });
  server = await startMailServer();
});
