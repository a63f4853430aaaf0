import { beforeEach, expect, it, vi } from 'vitest';
import type { LeadRequest } from '../contracts/forms/build-requests.ts';
import { resendStoredLeads } from './resend-stored-leads.ts';
import {
  dropOldLeads,
  saveLeadInBrowser,
  toStoredLead,
  storedLeads,
  type StoredLead,
} from './stored-leads.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const lead = (contactId: string, unsent = false, at = NOW): StoredLead => ({
  ...toStoredLead({ firstName: 'Ada' }, { contactId, source: 'Buy Page', tags: [], now: at }),
  ...(unsent && {
    hasError: true,
    unsent: { session: `session of ${contactId}`, requests: [request(contactId)] },
  }),
});
const request = (contactId: string): LeadRequest => ({
  method: 'POST',
  path: '/api/ghl/contact',
  body: { firstName: 'Ada', contactId, session: `session of ${contactId}`, step: 2 },
  judge: 'success',
});
const ids = () => storedLeads().map(({ contactId }) => contactId);

beforeEach(() => localStorage.clear());

it('keeps fifty leads, and drops the oldest one that the server has', () => {
  saveLeadInBrowser(lead('unsent', true), NOW);
  for (let n = 1; n <= 52; n += 1) saveLeadInBrowser(lead(`c${n}`), NOW);
  expect(ids()).toHaveLength(50);
  expect(ids().slice(0, 2)).toEqual(['unsent', 'c4']);
  expect(ids().at(-1)).toBe('c52');
});

it('drops the oldest lead when all are unsent', () => {
  for (let n = 1; n <= 51; n += 1) saveLeadInBrowser(lead(`c${n}`, true), NOW);
  expect(ids()).toHaveLength(50);
  expect(ids()[0]).toBe('c2');
});

it('drops leads a day after the server has them, and never before', () => {
  const old = NOW - 25 * 60 * 60_000;
  saveLeadInBrowser(lead('sent', false, old), old);
  saveLeadInBrowser(lead('unsent', true, old), old);
  dropOldLeads(NOW);
  expect(ids()).toEqual(['unsent']);
});

it('drops a lead with an unreadable time, unless it is unsent', () => {
  for (const each of [lead('sent'), lead('unsent', true)])
    saveLeadInBrowser({ ...each, timestamp: 'tomorrow' }, NOW);
  dropOldLeads(NOW);
  expect(ids()).toEqual(['unsent']);
});

it('replaces a record of the same contact, and ignores invalid records', () => {
  localStorage.setItem('storedLeads', '[1, {"contactId": 2}, null]');
  saveLeadInBrowser(lead('c1', true), NOW);
  saveLeadInBrowser(lead('c1'), NOW);
  expect(storedLeads()).toHaveLength(1);
  expect(storedLeads()[0]).not.toHaveProperty('unsent');
  localStorage.setItem('storedLeads', '{broken');
  expect(storedLeads()).toEqual([]);
});

function answerWith(...answers: (Response | Error)[]) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body));
    const answer = answers.shift() ?? new Error('no more');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return sent;
}
const ok = (contactId: string) => Response.json({ success: true, contactId });

it('sends each unsent lead once, and records that it is sent', async () => {
  saveLeadInBrowser(lead('c1', true));
  saveLeadInBrowser(lead('c2', true));
  const sent = answerWith(ok('c1'), ok('c2'));
  await resendStoredLeads();
  await resendStoredLeads();
  expect(sent).toEqual([request('c1').body, request('c2').body]);
  for (const each of storedLeads()) {
    expect(each).not.toHaveProperty('unsent');
    expect(each).not.toHaveProperty('hasError');
  }
});

it('stops if the server cannot be reached, and continues the next time', async () => {
  saveLeadInBrowser(lead('c1', true));
  saveLeadInBrowser(lead('c2', true));
  const sent = answerWith(new Error('down'), ok('c1'), ok('c2'));
  await resendStoredLeads();
  expect(sent).toHaveLength(1);
  expect(storedLeads().every(({ unsent }) => unsent)).toBe(true);
  await resendStoredLeads();
  expect(sent).toHaveLength(3);
  expect(storedLeads().some(({ unsent }) => unsent)).toBe(false);
});

it('sends a lead whose contact id has expired as a new one', async () => {
  saveLeadInBrowser(lead('c1', true));
  const gone = Response.json({ success: false, restart: true }, { status: 410 });
  const sent = answerWith(gone, ok('c9'));
  await resendStoredLeads();
  const { contactId: _, ...own } = request('c1').body;
  expect(sent[1]).toEqual(own);
  expect(ids()).toEqual(['c9']);
});

it('keeps a lead that the server refuses, and does not retry it', async () => {
  saveLeadInBrowser(lead('c1', true));
  const sent = answerWith(Response.json({ success: false, error: 'no' }, { status: 400 }));
  await resendStoredLeads();
  await resendStoredLeads();
  expect(sent).toHaveLength(1);
  expect(storedLeads()[0]?.unsent?.refused).toBe(true);
});
