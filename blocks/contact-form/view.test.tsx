import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { saveFormDraft } from '../../src/leads/form-draft.ts';
import { sharedFormProps, renderForm, storedResponse } from '../../src/leads/testing/render-form.tsx';
import { storedLeads } from '../../src/leads/stored-leads.ts';
import ContactFormView from './view.tsx';

const words = { ...sharedFormProps, title: 'Send a Message', source: 'Contact Page', tags: 'Website Lead' };
const view = <ContactFormView {...words} topics={{ rows: [] }} />;
const press = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function fill({ user }: ReturnType<typeof renderForm>) {
  await user.type(screen.getByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText('Last name'), 'King');
  await user.type(screen.getByLabelText(/^E-mail/), 'ada@example.com');
  await user.type(screen.getByLabelText(/^Phone/), '5155550142');
}

it('shows an error at every missing field and focuses the first', async () => {
  const { user, requests } = renderForm(view, { page: '/contact' });
  await user.click(press('Send my message'));
  for (const text of [
    'First name is required',
    'Last name is required',
    'Please provide either a valid phone number or email address',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(document.activeElement?.id).toBe('f-firstName');
  expect(requests).toEqual([]);
});

it('sends inquiry, message and both consents, shows the thank-you card, and then an empty form again', async () => {
  const form = renderForm(view, { page: '/contact-us' });
  await fill(form);
  await form.user.click(screen.getByRole('checkbox', { name: /^Marketing/ }));
  await form.user.selectOptions(screen.getByLabelText('What is it about?'), 'selling');
  await form.user.type(screen.getByLabelText(/^Message/), 'A porch.');
  await form.user.click(press('Send my message'));
  expect(await screen.findByRole('heading', { name: 'Got it, Ada.' })).toBe(document.activeElement);
  expect(screen.getAllByText("Your message has been received. I'll contact you soon!")).toHaveLength(1);
  expect(screen.getAllByText('Thank You!')).toHaveLength(1);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'Ada King',
    'ada@example.com',
    '5155550142',
    'Selling a home',
    'A porch.',
  ]);
  expect(form.requests).toHaveLength(1);
  expect(form.requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/contact',
    body: {
      firstName: 'Ada',
      source: 'Contact Page',
      tags: ['Website Lead', '/contact-us', 'Contact Page', 'consultation', 'seller'],
      notes: 'Inquiry: Selling a home',
      customData: { inquiryType: 'selling', message: 'A porch.' },
      consent: { marketing: true, service: false },
    },
  });
  expect(form.requests[0]?.body).not.toHaveProperty('website');
  await form.user.click(press('Send another'));
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('');
  expect(screen.getByLabelText<HTMLSelectElement>('What is it about?').value).toBe('general');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe('');
});

it('accepts a phone number without an e-mail address, and offers the page’s own topics', async () => {
  const topics = { rows: [{ label: 'My credit: where to start', type: 'buying' }] } as const;
  const form = renderForm(<ContactFormView {...words} topics={topics} />, { page: '/contact' });
  await form.user.type(screen.getByLabelText('First name'), 'Ada');
  await form.user.type(screen.getByLabelText('Last name'), 'King');
  await form.user.type(screen.getByLabelText(/^Phone/), '5155550142');
  await form.user.selectOptions(screen.getByLabelText(/What is it about/), 'My credit: where to start');
  await form.user.click(press('Send my message'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(form.requests[0]?.body).toMatchObject({
    phone: '5155550142',
    notes: 'Inquiry: My credit: where to start',
    customData: { inquiryType: 'buying', topic: 'My credit: where to start' },
  });
  expect(screen.getByText('My credit: where to start')).toBeTruthy();
});

it('sends no consent without a phone number', async () => {
  const form = renderForm(view, { page: '/contact' });
  await form.user.type(screen.getByLabelText('First name'), 'Ada');
  await form.user.type(screen.getByLabelText('Last name'), 'King');
  await form.user.type(screen.getByLabelText(/^E-mail/), 'ada@example.com');
  await form.user.click(press('Send my message'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(form.requests[0]?.body).not.toHaveProperty('consent');
});

it('counts the characters near the limit, and keeps a message that is too long', async () => {
  const form = renderForm(view, { page: '/contact' });
  await fill(form);
  const message = screen.getByLabelText<HTMLTextAreaElement>(/^Message/);
  await form.user.click(message);
  await form.user.paste('m'.repeat(1799));
  expect(screen.queryByText(/characters/)).toBeNull();
  await form.user.paste('m'.repeat(200));
  expect(screen.getByText('1 character left')).toBeTruthy();
  await form.user.paste('mmm');
  expect(screen.getByText('2 characters too many')).toBeTruthy();
  await form.user.click(press('Send my message'));
  expect(await screen.findByText('Please shorten this')).toBeTruthy();
  expect(message.value).toHaveLength(2002);
  expect(form.requests).toEqual([]);
});

it('shows the card again to a visitor who comes back', async () => {
  const form = renderForm(view, { page: '/contact' });
  await fill(form);
  await form.user.click(press('Send my message'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  cleanup();
  renderForm(view, { page: '/contact' });
  expect(screen.getByRole('heading', { name: 'Got it, Ada.' })).toBeTruthy();
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  expect(screen.queryByLabelText('First name')).toBeNull();
});

it.each([
  { status: 200, body: { success: true, contactId: 'c1', status: 'queued' } },
  { status: 500, body: { success: false, error: 'x' } },
])('fails unless the response is successful and has the exact status text: %o', async (answer) => {
  const form = renderForm(view, { page: '/contact', answers: [answer] });
  await fill(form);
  await form.user.click(press('Send my message'));
  const text = 'There was an error processing your request. Please try again.';
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Submission Failed').length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
});

it('stores an unsent lead under a local id until it is sent', async () => {
  const form = renderForm(view, { page: '/contact', answers: [new Error('down'), storedResponse] });
  await fill(form);
  await form.user.click(press('Send my message'));
  expect(await screen.findByText('We could not be reached')).toBeTruthy();
  expect(storedLeads()[0]?.contactId).toMatch(/^local_/);
  await form.user.click(press('Send my message'));
  await waitFor(() => expect(storedLeads()).toEqual([]));
  expect(form.requests[1]?.body['session']).toBe(form.requests[0]?.body['session']);
});

it('stores the lead while it is being sent, in case the visitor leaves', async () => {
  const form = renderForm(view, { page: '/contact' });
  await fill(form);
  const { fetch } = globalThis;
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  globalThis.fetch = (...request) => held.then(() => fetch(...request));
  await form.user.click(press('Send my message'));
  await waitFor(() => expect(storedLeads()).toMatchObject([{ unsent: { requests: [{}] } }]));
  go();
  await waitFor(() => expect(storedLeads()).toEqual([]));
});

it('does not store a lead that the server refuses, but keeps an earlier one', async () => {
  const no = { status: 422, body: { success: false, fields: { email: 'No such address.' } } };
  const form = renderForm(view, { page: '/contact', answers: [no, new Error('down'), no] });
  await fill(form);
  await form.user.click(press('Send my message'));
  await screen.findByText('No such address.');
  expect(storedLeads()).toEqual([]);
  await form.user.click(press('Send my message'));
  await waitFor(() => expect(storedLeads()).toMatchObject([{ firstName: 'Ada' }]));
  await form.user.type(screen.getByLabelText('First name'), 'line');
  await form.user.click(press('Send my message'));
  await screen.findByText('No such address.');
  expect(form.requests).toHaveLength(3);
  expect(storedLeads()).toMatchObject([{ firstName: 'Ada' }]);
});

it('stores the lead after a 429 response', async () => {
  const wait = { status: 429, body: { success: false, error: 'Wait a minute.' } };
  const form = renderForm(view, { page: '/contact', answers: [wait] });
  await fill(form);
  await form.user.click(press('Send my message'));
  expect(await screen.findByText('Wait a minute. What you typed is kept here.')).toBeTruthy();
  expect(storedLeads()).toMatchObject([{ firstName: 'Ada', unsent: {} }]);
  await form.user.click(press('Send my message'));
  await waitFor(() => expect(storedLeads()).toEqual([]));
});

it('continues the draft of a two-step form that this form has replaced', async () => {
  saveFormDraft('/contact', 'f', {
    step: 2,
    session: 'a-session-of-before',
    values: { contact: '1' },
    since: 0,
  });
  const form = renderForm(view, { page: '/contact' });
  await fill(form);
  await form.user.click(press('Send my message'));
  expect(await screen.findByText("Your message has been received. I'll contact you soon!")).toBeTruthy();
});
