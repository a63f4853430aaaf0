import { describe, expect, it } from 'vitest';
import type { ResolvedPlacement } from '../../../src/contracts/placement.ts';
import type { LeadPayload, LeadErrorResponse } from '../../../src/contracts/leads/lead-request.ts';
import { handlePostedForm, type SubmitLeadPayload, type LeadSubmissionResult } from './handle-posted-form.ts';
import { attributionFromUrl } from './form-post-routes.ts';
import { readPostedForm } from './read-posted-form.ts';

const props = { source: 'Buy Page', tags: 'Website Lead\nBuyer' };
const placement = (block: string): ResolvedPlacement => ({ key: 'form', block, region: 'main', props });

const stored: LeadSubmissionResult = { kind: 'stored', contactId: 'lead', session: 'given' };
const refused = (status: number, more: Partial<LeadErrorResponse> = {}): LeadSubmissionResult => ({
  kind: 'refused',
  status,
  refusal: { success: false, error: 'Words of the server.', message: 'Words of the server.', ...more },
});

/** Posts fields to a form on `/buy`. `answers` are the results of the calls to `send`, in order. */
async function post(form: string, fields: Record<string, string>, ...answers: LeadSubmissionResult[]) {
  const body = new URLSearchParams({ _placement: 'form', ...fields }).toString();
  const posted = readPostedForm(body, [placement(form)]);
  if (!posted) throw new Error('No form.');
  const calls: [endpoint: string, payload: LeadPayload][] = [];
  const send: SubmitLeadPayload = (payload, endpoint) => {
    calls.push([endpoint, payload]);
    return Promise.resolve(answers[calls.length - 1] ?? stored);
  };
  return { ...(await handlePostedForm(posted, { path: '/buy', now: 1000 }, send)), calls };
}

const details = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '(515) 555-0100' };

describe('a first step', () => {
  it('is sent with the source and tags of the placement, and leads to the second step with all input', async () => {
    const fields = {
      _step: '1',
      contactMethod: 'phone',
      phone: '515-555-0100',
      email: 'half@',
      source: 'Mine',
      tags: 'Mine',
    };
    const { status, state, calls } = await post('lead-form', fields);
    expect(status).toBe(200);
    expect(state).toMatchObject({ step: 2, session: 'given', contactId: 'lead', errors: {} });
    expect(state.values).toMatchObject({ phone: '515-555-0100', email: 'half@' });
    expect(calls).toEqual([
      [
        'contact',
        {
          form: 'lead-form',
          step: 1,
          page: '/buy',
          phone: '515-555-0100',
          source: 'Buy Page',
          tags: ['Website Lead', 'Buyer', '/buy', 'Buy Page', 'buying'],
        },
      ],
    ]);
  });

  it('shows errors at the fields, keeps the input and sends nothing', async () => {
    const { status, state, calls } = await post('quick-lead-form', { _step: '1', contact: '12' });
    expect(status).toBe(422);
    expect(state).toMatchObject({
      step: 1,
      values: { contact: '12' },
      errors: { contact: 'Please enter a valid phone number or email.' },
      notice: { kind: 'error' },
    });
    expect(state.session).toMatch(/^[\da-f-]{36}$/);
    expect(calls).toEqual([]);
  });

  it('treats a missing field like an empty one', async () => {
    expect((await post('contact-form', { _step: '1' })).state.errors).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Please provide either a valid phone number or email address',
    });
  });
});

describe('a second step', () => {
  it('uses the session and contact id of the first step, and completes the form', async () => {
    const fields = {
      _step: '2',
      _session: 's',
      _contact: 'c',
      contact: '5155550100',
      ...details,
      inquiryType: 'buying',
    };
    const { state, calls } = await post('quick-lead-form', fields);
    expect(state).toMatchObject({ step: 'sent', sentAt: 1000, notice: { title: 'Thank You!' } });
    expect(calls[0]?.[1]).toMatchObject({ session: 's', contactId: 'c', step: 2, firstName: 'Ada' });
  });

  it('of the market report sends the subscription, then the details', async () => {
    const fields = {
      _step: '2',
      _session: 's',
      contact: 'a@b.co',
      name: 'Ada Byron',
      email: 'a@b.co',
      areas: 'all',
    };
    const { state, calls } = await post('market-report-form', fields);
    expect(state).toMatchObject({ step: 'sent', notice: { title: 'Subscription Successful!' } });
    expect(calls.map(([endpoint]) => endpoint)).toEqual(['market-reports', 'contact']);
    expect(calls[0]?.[1]).toMatchObject({ name: 'Ada Byron', areas: 'all', session: 's' });
    // The second call uses the session and contact id that the first one returned.
    expect(calls[1]?.[1]).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      session: 'given',
      contactId: 'lead',
    });
  });

  it('of the market report shows an error if only the subscription was stored', async () => {
    const fields = { _step: '2', name: 'Ada Byron', email: 'a@b.co', areas: 'all' };
    const { status, state } = await post('market-report-form', fields, stored, refused(500));
    expect(status).toBe(500);
    expect(state).toMatchObject({
      step: 2,
      notice: { title: 'Subscription Failed' },
      values: { name: 'Ada Byron' },
    });
  });

  it('takes corrections back to the first step', async () => {
    const fields = { _step: '2', contact: '515-555-0100', phone: '515-555-0199', email: 'a@b.co' };
    const back = await post('quick-lead-form', { ...fields, _action: 'back' });
    expect(back.state.values).toMatchObject({ contact: '515-555-0199', email: 'a@b.co' });
    const restart = refused(410, { restart: true });
    const { state } = await post('quick-lead-form', { ...fields, firstName: 'A', lastName: 'B' }, restart);
    expect(state).toMatchObject({ step: 1, values: { contact: '515-555-0199' } });
  });

  it('goes back to the first step with all input, even if it is incomplete', async () => {
    const fields = { _step: '2', _session: 's', _contact: 'c', _action: 'back', phone: '5', message: 'Hi' };
    const { status, state, calls } = await post('lead-form', fields);
    expect(status).toBe(200);
    expect(state).toEqual({
      step: 1,
      session: 's',
      contactId: 'c',
      values: { phone: '5', message: 'Hi' },
      errors: {},
    });
    expect(calls).toEqual([]);
  });
});

describe('a refused post keeps the input, and', () => {
  const fields = { _step: '2', _session: 's', _contact: 'c', ...details };

  it('says how long to wait', async () => {
    const { status, state } = await post('contact-form', { ...fields, _step: '1' }, refused(429));
    expect(status).toBe(429);
    expect(state).toMatchObject({
      step: 1,
      values: details,
      notice: { kind: 'error', cause: 'busy', text: 'Words of the server. What you typed is kept here.' },
    });
  });

  it('shows the server’s error message and keeps the session', async () => {
    const { status, state } = await post('lead-form', fields, refused(503));
    expect(status).toBe(503);
    expect(state).toMatchObject({
      step: 2,
      session: 's',
      contactId: 'c',
      notice: { cause: 'not-stored', text: 'Words of the server. What you typed is kept here.' },
    });
    const { _session: _, ...unnamed } = fields;
    expect((await post('lead-form', unnamed, refused(503))).state.session).toBe('');
  });

  it('says why it was refused, and falls back to the specified text after a server error', async () => {
    const { state } = await post('contact-form', { ...fields, _step: '1' }, refused(403));
    expect(state.notice).toMatchObject({
      cause: 'refused',
      text: expect.stringMatching(/^Words of the server\./),
    });
    const failed = await post('contact-form', { ...fields, _step: '1' }, refused(500));
    expect(failed.state.notice).toEqual({
      kind: 'error',
      title: 'Submission Failed',
      text: 'There was an error processing your request. Please try again.',
    });
  });

  it('starts over when the contact id is no longer accepted', async () => {
    const { status, state } = await post('lead-form', fields, refused(410, { restart: true }));
    expect(status).toBe(410);
    expect(state).toMatchObject({ step: 1, values: details });
    expect(state.notice?.text).toBe('Missing contact information. Please try again.');
    expect(state.contactId).toBeUndefined();
    expect(state.session).not.toBe('s');
  });

  it('shows field errors at the fields', async () => {
    const answer = refused(422, { fields: { email: 'No such domain.' } });
    const { status, state } = await post('lead-form', fields, answer);
    expect(status).toBe(422);
    expect(state).toMatchObject({ step: 2, errors: { email: 'No such domain.' } });
  });
});

it('reads the campaign from the page’s URL, if it has one', () => {
  const found = attributionFromUrl('/buy', `utm_source=ads&gclid=x&utm_term=${'t'.repeat(199)}😀&a=b`, 0);
  expect(found?.first).toEqual({
    utm_source: 'ads',
    utm_term: 't'.repeat(199),
    gclid: 'x',
    landing: '/buy',
    at: '1970-01-01T00:00:00.000Z',
  });
  expect(attributionFromUrl('/buy', 'a=b', 0)).toBeUndefined();
});
