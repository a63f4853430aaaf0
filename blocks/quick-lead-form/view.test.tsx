import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharedFormProps, renderForm, storedResponse } from '../../src/leads/testing/render-form.tsx';
import { storedLeads } from '../../src/leads/stored-leads.ts';
import QuickLeadFormView from './view.tsx';

const view = (
  <QuickLeadFormView
    {...sharedFormProps}
    title="Start"
    source="Home Page"
    tags={'Website Lead\nReal Estate'}
  />
);
const press = (name: string) => screen.getByRole('button', { name });
const contact = () => screen.getByLabelText<HTMLInputElement>('Phone number or e-mail');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.dataLayer = [];
});
afterEach(() => {
  delete window.dataLayer;
});

const events = () => (window.dataLayer ?? []).map((command) => Array.from(Object(command)).slice(1));

async function toStepTwo({ user }: ReturnType<typeof renderForm>) {
  await user.type(contact(), 'ada@example.com');
  await user.click(press('Get started'));
  await screen.findByRole('heading', { name: 'A few details' });
}

async function fillDetails({ user }: ReturnType<typeof renderForm>) {
  await user.type(screen.getByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText('Last name'), 'King');
  await user.type(screen.getByLabelText('Phone'), '5155550142');
}

it('links to the privacy policy and the terms in both steps', async () => {
  const form = renderForm(view, { page: '/' });
  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links()).toEqual(expect.arrayContaining(['/privacy-policy', '/terms-of-service']));
  await toStepTwo(form);
  expect(links()).toEqual(expect.arrayContaining(['/privacy-policy', '/terms-of-service']));
});

it('asks for a phone number or an e-mail address, with the specified wording', async () => {
  const { user, requests } = renderForm(view, { page: '/' });
  await user.type(contact(), '555');
  await user.click(press('Get started'));
  expect(await screen.findByText('Please enter a valid phone number or email.')).toBeTruthy();
  expect(document.activeElement).toBe(contact());
  expect(requests).toEqual([]);
});

it('completes both steps, shows the specified notices, and tracks each event once', async () => {
  const form = renderForm(view, { page: '/' });
  await toStepTwo(form);
  expect(screen.getAllByText('Contact info received').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Please complete your information').length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ada@example.com');
  await form.user.click(press('Back'));
  await form.user.click(press('Get started'));
  await screen.findByRole('heading', { name: 'A few details' });
  await form.user.click(press('Send my request'));
  expect(await screen.findByText('First name is required')).toBeTruthy();
  expect(screen.getByText('Last name is required')).toBeTruthy();
  expect(screen.getByText('Please enter a valid phone number')).toBeTruthy();
  await fillDetails(form);
  await form.user.selectOptions(screen.getByLabelText('What is it about?'), 'both');
  await form.user.click(press('Send my request'));
  const text = "Your information has been received. I'll contact you soon!";
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
  expect(screen.getByRole('heading', { name: 'Got it, Ada.' })).toBe(document.activeElement);
  expect(form.requests[0]).toMatchObject({
    path: '/api/ghl/contact',
    body: { email: 'ada@example.com', step: 1 },
  });
  expect(form.requests.at(-1)?.body).toMatchObject({
    firstName: 'Ada',
    lastName: 'King',
    email: 'ada@example.com',
    phone: '5155550142',
    source: 'Home Page',
    tags: ['Website Lead', 'Real Estate', '/', 'Home Page', 'general', 'buyer-seller'],
    addTags: true,
    contactId: 'c1',
  });
  expect(storedLeads()).toEqual([]);
  expect(events()).toEqual([
    ['form_start', { form_id: 'quick-lead-form' }],
    ['generate_lead', { value: 1, currency: 'USD', form_id: 'quick-lead-form' }],
    ['form_step_complete', { form_id: 'quick-lead-form', step: 1 }],
    ['form_complete', { form_id: 'quick-lead-form' }],
  ]);
});

it.each([
  { status: 200, body: { success: false, error: 'x' } },
  { status: 500, body: { success: false, error: 'x' } },
])('stays on step 1 if the request fails: %o', async (answer) => {
  const { user } = renderForm(view, { page: '/', answers: [answer] });
  await user.type(contact(), 'ada@example.com');
  await user.click(press('Get started'));
  const text = 'There was a problem with your request. Please try again.';
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Connection Error').length).toBeGreaterThan(0);
  expect(contact().value).toBe('ada@example.com');
  expect(storedLeads()).toEqual([]);
});

it('reports that step 2 failed, keeps the input, and stores the lead for a retry', async () => {
  const form = renderForm(view, { page: '/', answers: [storedResponse, { status: 500, body: {} }] });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  expect((await screen.findAllByText('Submission Failed')).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
  expect(storedLeads()).toMatchObject([{ hasError: true, firstName: 'Ada' }]);
  await form.user.click(press('Send my request'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(storedLeads()).toEqual([]);
});

it('shows the server’s message after a 429 response', async () => {
  const { user } = renderForm(view, {
    page: '/',
    answers: [{ status: 429, body: { success: false, error: 'Too many. Wait a minute.' } }],
  });
  await user.type(contact(), 'ada@example.com');
  await user.click(press('Get started'));
  expect(await screen.findByText('Too many. Wait a minute. What you typed is kept here.')).toBeTruthy();
});

it('shows the server’s error about the e-mail address at the contact input', async () => {
  const { user } = renderForm(view, {
    page: '/',
    answers: [{ status: 422, body: { success: false, fields: { email: 'No such address.' } } }],
  });
  await user.type(contact(), 'ada@example.com');
  await user.click(press('Get started'));
  expect(await screen.findByText('No such address.')).toBeTruthy();
  expect(document.activeElement).toBe(contact());
});

it('keeps a contact corrected in step 2 when the visitor goes back and forth', async () => {
  const form = renderForm(view, { page: '/' });
  await toStepTwo(form);
  const email = screen.getByLabelText<HTMLInputElement>('E-mail');
  await form.user.clear(email);
  await form.user.type(email, 'ada.king@example.com');
  await form.user.click(press('Back'));
  expect(contact().value).toBe('ada.king@example.com');
  await form.user.click(press('Get started'));
  await screen.findByRole('heading', { name: 'A few details' });
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ada.king@example.com');
  expect(form.requests.map(({ body }) => body['email'])).toEqual(['ada@example.com', 'ada.king@example.com']);
});

it('keeps the corrected contact when the form restarts at step 1', async () => {
  const restart = { status: 410, body: { success: false, restart: true } };
  const form = renderForm(view, { page: '/', answers: [storedResponse, restart] });
  await toStepTwo(form);
  await fillDetails(form);
  const email = screen.getByLabelText<HTMLInputElement>('E-mail');
  await form.user.clear(email);
  await form.user.type(email, 'ada.king@example.com');
  await form.user.click(press('Send my request'));
  await waitFor(() => expect(contact().value).toBe('ada.king@example.com'));
});
