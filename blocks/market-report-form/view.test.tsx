import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { sharedFormProps, renderForm, storedResponse } from '../../src/leads/testing/render-form.tsx';
import MarketReportFormView from './view.tsx';

const view = <MarketReportFormView {...sharedFormProps} title="The Market" source="Market Report" />;
const press = (name: string) => screen.getByRole('button', { name });
const contact = () => screen.getByLabelText<HTMLInputElement>('Phone number or e-mail');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function toStepTwo({ user }: ReturnType<typeof renderForm>) {
  await user.type(contact(), '(515) 555-0142');
  await user.click(press('Get the report'));
  await screen.findByRole('heading', { name: 'Where to send it' });
}

async function subscribe({ user }: ReturnType<typeof renderForm>) {
  await user.type(screen.getByLabelText('Name'), 'Ada King Lovelace');
  await user.type(screen.getByLabelText('E-mail'), 'ada@example.com');
  await user.selectOptions(screen.getByLabelText('Area of interest'), 'ankeny');
  await user.click(press('Subscribe'));
}

it('validates step 1 on every change, and step 2 on blur', async () => {
  const form = renderForm(view, { page: '/' });
  await form.user.type(contact(), '5');
  expect(await screen.findByText('Please enter a valid phone number or email.')).toBeTruthy();
  await form.user.clear(contact());
  await toStepTwo(form);
  await form.user.type(screen.getByLabelText('Name'), 'A');
  expect(screen.queryByText('Name must be at least 2 characters.')).toBeNull();
  await form.user.tab();
  expect(await screen.findByText('Name must be at least 2 characters.')).toBeTruthy();
  await form.user.type(screen.getByLabelText('Name'), 'd');
  await waitFor(() => expect(screen.queryByText('Name must be at least 2 characters.')).toBeNull());
  await form.user.click(press('Subscribe'));
  expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
  expect(screen.getByText('Please select an area of interest.')).toBeTruthy();
});

it('sends the subscription, then the contact’s details, and removes the stored phone number', async () => {
  const form = renderForm(view, { page: '/' });
  await toStepTwo(form);
  expect(localStorage.getItem('marketReportPhone')).toBe('(515) 555-0142');
  await subscribe(form);
  const text = "You're now subscribed to our monthly market updates.";
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
  expect(screen.getAllByText('Subscription Successful!').length).toBeGreaterThan(0);
  expect(form.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/ghl/contact',
    'POST /api/market-reports',
    'PUT /api/ghl/contact/c1',
  ]);
  expect(form.requests[1]?.body).toMatchObject({
    name: 'Ada King Lovelace',
    email: 'ada@example.com',
    phone: '(515) 555-0142',
    areas: 'ankeny',
  });
  expect(form.requests[2]?.body).toMatchObject({
    firstName: 'Ada',
    lastName: 'King Lovelace',
    customData: { area_of_interest: 'ankeny' },
    addTags: true,
  });
  expect(localStorage.getItem('marketReportPhone')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Got it, Ada.' })).toBe(document.activeElement);
  expect(screen.getByText('Ankeny')).toBeTruthy();
});

it('continues to step 2 only after the exact status text', async () => {
  const { user } = renderForm(view, {
    page: '/',
    answers: [{ status: 200, body: { success: true, id: 'c1', status: 'Success' } }],
  });
  await user.type(contact(), 'ada@example.com');
  await user.click(press('Get the report'));
  const text = 'There was a problem with your submission. Please try again.';
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(press('Get the report')).toHaveProperty('disabled', false);
});

it('reports a failed subscription and keeps the input', async () => {
  const form = renderForm(view, {
    page: '/',
    answers: [storedResponse, storedResponse, { status: 200, body: { success: false, error: 'x' } }],
  });
  await toStepTwo(form);
  await subscribe(form);
  expect((await screen.findAllByText('Subscription Failed')).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada King Lovelace');
});

it('returns to step 1 when there is no contact id', async () => {
  const form = renderForm(view, {
    page: '/',
    posted: { step: 2, session: 'posted-session-000001', values: { contact: '5155550142' }, errors: {} },
  });
  await subscribe(form);
  const text = 'Missing contact information. Please try again.';
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(contact().value).toBe('5155550142');
  expect(form.requests).toEqual([]);
});

it('ignores a phone number that another visitor left in this browser', async () => {
  localStorage.setItem('marketReportPhone', '515-555-0199');
  const form = renderForm(view, { page: '/' });
  await form.user.type(contact(), 'ada@example.com');
  await form.user.click(press('Get the report'));
  await screen.findByRole('heading', { name: 'Where to send it' });
  expect(localStorage.getItem('marketReportPhone')).toBeNull();
  // Simulate another tab where a different visitor completed the first step.
  localStorage.setItem('marketReportPhone', '515-555-0198');
  await form.user.type(screen.getByLabelText('Name'), 'Ada King');
  await form.user.selectOptions(screen.getByLabelText('Area of interest'), 'all');
  await form.user.click(press('Subscribe'));
  await waitFor(() => expect(form.requests).toHaveLength(3));
  expect(JSON.stringify(form.requests)).not.toMatch(/515-?555/);
});
