import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { sharedFormProps, storedResponse, renderForm } from '../../src/leads/testing/render-form.tsx';
import { resendStoredLeads } from '../../src/leads/resend-stored-leads.ts';
import { storedLeads } from '../../src/leads/stored-leads.ts';
import LeadFormView from './view.tsx';

const props = {
  ...sharedFormProps,
  title: 'Let’s talk',
  source: 'Buy Page',
  tags: 'Website Lead\nBuyer',
  home: false,
  address_first: false,
} as const;
const view = <LeadFormView {...props} />;
const local = { ...storedResponse, body: { ...storedResponse.body, isLocalOnly: true } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const press = (name: string) => screen.getByRole('button', { name });
const form = () => screen.getByRole('form');

async function toStepTwo({ user }: ReturnType<typeof renderForm>) {
  await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '515-555-0142');
  await user.click(press('Continue'));
  await screen.findByRole('heading', { name: 'A few details' });
}

async function fillDetails({ user }: ReturnType<typeof renderForm>) {
  await user.type(screen.getByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText('Last name'), 'King');
}

it('validates the chosen contact method on every change, and ignores the other', async () => {
  const { user, requests } = renderForm(view);
  await user.click(press('Continue'));
  expect(await screen.findByText('Please enter a valid phone number')).toBeTruthy();
  const phone = screen.getByLabelText('Phone', { selector: '[type=tel]' });
  expect(document.activeElement).toBe(phone);
  await user.type(phone, '515');
  await user.type(phone, '5550142');
  await waitFor(() => expect(screen.queryByText('Please enter a valid phone number')).toBeNull());
  await user.click(screen.getByLabelText('E-mail', { selector: '[type=radio]' }));
  await user.type(screen.getByLabelText('E-mail', { selector: '[type=email]' }), 'ada@');
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  expect(requests).toEqual([]);
});

it('completes both steps: payloads, storage keys, focus and stored record', async () => {
  const form = renderForm(view);
  const { user, requests } = form;
  await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '515-555-0142');
  await user.dblClick(press('Continue'));
  const heading = await screen.findByRole('heading', { name: 'A few details' });
  expect(document.activeElement).toBe(heading);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/ghl/contact',
    body: {
      phone: '515-555-0142',
      source: 'Buy Page',
      tags: ['Website Lead', 'Buyer', '/buy', 'Buy Page', 'buying'],
      form: 'lead-form',
      step: 1,
    },
  });
  expect(requests[0]?.body).not.toHaveProperty('email');
  expect(localStorage.getItem('leadFormPhone')).toBe('515-555-0142');
  await fillDetails(form);
  await user.selectOptions(screen.getByLabelText(/How did you hear/), 'Referral');
  await user.type(screen.getByLabelText(/^Message \(/), 'Soon');
  await user.click(press('Send my request'));
  const title = await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(document.activeElement).toBe(title);
  // Only on the card: no toast repeats it.
  expect(screen.getAllByText('Thank you! Your information has been submitted.')).toHaveLength(1);
  expect(screen.getByText('515-555-0142')).toBeTruthy();
  expect(requests[1]?.body).toMatchObject({
    firstName: 'Ada',
    lastName: 'King',
    phone: '515-555-0142',
    source: 'Buy Page (/buy)',
    customData: { message: 'Soon', contactMethod: 'phone', referralSource: 'Referral' },
    contactId: 'c1',
    step: 2,
    session: requests[0]?.body['session'],
  });
  expect(localStorage.getItem('leadFormPhone')).toBeNull();
  expect(sessionStorage.getItem('formDraft')).toContain('"step":"sent"');
  const { timestamp, ...record } = storedLeads()[0] ?? {};
  expect(record).toEqual({
    contactId: 'c1',
    firstName: 'Ada',
    lastName: 'King',
    email: '',
    phone: '515-555-0142',
    source: 'Buy Page (/buy)',
    message: 'Soon',
    contactMethod: 'phone',
    tags: ['Website Lead', 'Buyer', '/buy', 'Buy Page', 'buying'],
  });
  expect(Date.parse(String(timestamp))).toBeGreaterThan(0);
});

it.each([
  [{ status: 400, body: { success: false, error: 'Not today.' } }, 'Not today. What you typed is kept here.'],
  [{ status: 503, body: { success: false, error: 'Try later.' } }, 'Try later. What you typed is kept here.'],
  [{ status: 500, body: { success: false, error: 'A fault.' } }, 'A fault.'],
  [{ status: 500, body: {} }, 'An unexpected error occurred. Please try again.'],
  [{ status: 200, body: { success: false } }, 'Failed to process your information'],
  [{ status: 200, body: { success: true } }, 'Failed to process your information'],
  [new Error('down'), 'The connection failed. What you typed is kept here. Please send it again.'],
])('stays on step 1 and keeps the input when the server responds with %o', async (answer, text) => {
  const { user } = renderForm(view, { answers: [answer] });
  const phone = screen.getByLabelText<HTMLInputElement>('Phone', { selector: '[type=tel]' });
  await user.type(phone, '515-555-0142');
  await user.click(press('Continue'));
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(phone.value).toBe('515-555-0142');
  expect(press('Continue')).toHaveProperty('disabled', false);
});

it('says inside the form that the visitor is offline, until the request is sent', async () => {
  const { user } = renderForm(view, { answers: [new Error('down')] });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '515-555-0142');
  await user.click(press('Continue'));
  const alert = await within(form()).findByRole('alert');
  expect(alert.textContent).toContain('You are offline. What you typed is kept here.');
  expect(within(alert).getByRole('link').getAttribute('href')).toMatch(/^tel:/);
  // No toast, which would be gone soon and say the same.
  expect(screen.getAllByText(/You are offline/)).toHaveLength(1);
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(alert.textContent).toContain('You are online again');
  expect(within(alert).getByRole('link').getAttribute('href')).toMatch(/^tel:/);
  online.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(alert.textContent).toContain('You are offline.');
  online.mockRestore();
  await user.click(press('Continue'));
  await screen.findByRole('heading', { name: 'A few details' });
  expect(screen.queryByText(/offline|online/)).toBeNull();
});

it.each([
  ['shows the card', '', 'Got it, Ada.'],
  ['asks to send what was changed since', 'line', 'Your request has arrived'],
])('when a kept lead has been sent later, %s', async (_, more, text) => {
  const form = renderForm(view, { answers: [storedResponse, new Error('down')] });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  await screen.findAllByText('Information Saved Locally');
  if (more) await form.user.type(screen.getByLabelText('First name'), more);
  await act(() => resendStoredLeads());
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Information Saved Locally')).toBeNull();
});

it('shows a busy label while it is sending', async () => {
  const { user } = renderForm(view);
  let answer: ((response: Response) => void) | undefined;
  globalThis.fetch = () => new Promise((resolve) => (answer = resolve));
  await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '515-555-0142');
  await user.click(press('Continue'));
  expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveProperty('disabled', true);
  expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => {
    answer?.(new Response(JSON.stringify(storedResponse.body)));
    expect(screen.getByRole('button', { name: 'Send my request' })).toHaveProperty('disabled', false);
  });
});

it('shows the specified success, and marks the stored record, when no CRM is connected', async () => {
  const form = renderForm(view, { answers: [local, local] });
  await toStepTwo(form);
  expect(screen.queryByText(/saved/)).toBeNull();
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  expect(await screen.findByText('Thank you! Your information has been submitted.')).toBeTruthy();
  expect(screen.queryByText(/saved/i)).toBeNull();
  expect(storedLeads()).toMatchObject([{ contactId: 'c1', isLocalOnly: true }]);
  expect(storedLeads()[0]).not.toHaveProperty('unsent');
});

it('stores a step 2 that cannot be sent, keeps the input, and retries with the same session', async () => {
  const form = renderForm(view, { answers: [storedResponse, new Error('down')] });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  expect((await screen.findAllByText('Information Saved Locally')).length).toBeGreaterThan(0);
  expect(storedLeads()).toMatchObject([{ contactId: 'c1', hasError: true, unsent: { requests: [{}] } }]);
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
  await form.user.click(press('Send my request'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(form.requests[2]?.body['session']).toBe(form.requests[1]?.body['session']);
  expect(storedLeads()).toHaveLength(1);
  expect(storedLeads()[0]).not.toHaveProperty('hasError');
});

it('shows the generic error when the browser cannot store the lead either', async () => {
  const form = renderForm(view, { answers: [storedResponse, { status: 500, body: {} }] });
  await toStepTwo(form);
  await fillDetails(form);
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await form.user.click(press('Send my request'));
  const text = 'An unexpected error occurred. Please try again.';
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  refuse.mockRestore();
});

it('returns to step 1 with the input when the contact id has expired', async () => {
  const form = renderForm(view, {
    answers: [storedResponse, { status: 410, body: { success: false, restart: true, error: 'x' } }],
  });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  await screen.findByRole('heading', { name: 'How can I reach you?' });
  const text = 'Missing contact information. Please try again.';
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  const phone = screen.getByLabelText<HTMLInputElement>('Phone', { selector: '[type=tel]' });
  expect(phone.value).toBe('515-555-0142');
  await form.user.click(press('Continue'));
  await screen.findByRole('heading', { name: 'A few details' });
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
  expect(form.requests[2]?.body['session']).not.toBe(form.requests[0]?.body['session']);
});

it('shows the server’s messages at their fields', async () => {
  const form = renderForm(view, {
    answers: [
      storedResponse,
      { status: 422, body: { success: false, fields: { email: 'Not an address.' } } },
    ],
  });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  expect(await screen.findByText('Not an address.')).toBeTruthy();
  expect(document.activeElement?.id).toBe('f-email');
});

it('keeps all input after Back and after a reload', async () => {
  const form = renderForm(view);
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Back'));
  expect(screen.getByRole('heading', { name: 'How can I reach you?' })).toBe(document.activeElement);
  await form.user.click(press('Continue'));
  await screen.findByRole('heading', { name: 'A few details' });
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('King');
  cleanup();
  const again = renderForm(view);
  expect(screen.getByRole('heading', { name: 'A few details' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
  await again.user.click(press('Send my request'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(again.requests[0]?.body['session']).toBe(form.requests[0]?.body['session']);
});

it('returns to an empty form from the card, with the placement’s button', async () => {
  const form = renderForm(<LeadFormView {...props} again="Submit Another Request" />, {
    page: '/lead-form-demo',
  });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  await form.user.click(await screen.findByRole('button', { name: 'Submit Another Request' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'How can I reach you?' }));
  expect(screen.getByLabelText<HTMLInputElement>('Phone', { selector: '[type=tel]' }).value).toBe('');
  expect(sessionStorage.getItem('formDraft')).toBe('{}');
});

it('asks for a phone number and consent in step 2 only if step 1 collected no number', async () => {
  const form = renderForm(view);
  await toStepTwo(form);
  expect(screen.queryByLabelText(/^Phone/)).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await form.user.click(press('Back'));
  await form.user.click(screen.getByLabelText('E-mail', { selector: '[type=radio]' }));
  await form.user.type(screen.getByLabelText('E-mail', { selector: '[type=email]' }), 'ada@example.com');
  await form.user.click(press('Continue'));
  await screen.findByRole('heading', { name: 'A few details' });
  expect(screen.getByLabelText(/^Phone/)).toBeTruthy();
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
});

it('sends the details of the home for a valuation', async () => {
  const form = renderForm(<LeadFormView {...props} home answer="In a day." />, {
    page: '/sell/home-valuation',
  });
  await toStepTwo(form);
  await fillDetails(form);
  const address = screen.getByLabelText<HTMLInputElement>(/^Street address/);
  expect(address.autocomplete).toBe('street-address');
  await form.user.type(address, '12 Oak Street, Ankeny');
  await form.user.selectOptions(screen.getByLabelText(/^Bedrooms/), '3');
  await form.user.selectOptions(screen.getByLabelText(/^When would/), 'In 3 to 6 months');
  await form.user.click(press('Send my request'));
  await screen.findByText('In a day.');
  expect(form.requests[1]?.body['customData']).toMatchObject({
    propertyAddress: '12 Oak Street, Ankeny',
    bedrooms: '3',
    timing: 'In 3 to 6 months',
  });
  expect(screen.getByText('12 Oak Street, Ankeny')).toBeTruthy();
});

it('continues from a form posted without script', async () => {
  const { user, requests } = renderForm(view, {
    posted: {
      step: 2,
      session: 'posted-session-000001',
      contactId: 'c9',
      values: { contactMethod: 'phone', phone: '515-555-0142', firstName: 'Ada' },
      errors: { lastName: 'Last name is required' },
      notice: { kind: 'error', title: 'Almost there', text: 'One entry needs another look.' },
    },
  });
  expect(screen.getByText('Last name is required')).toBeTruthy();
  expect(screen.getByText('Almost there')).toBeTruthy();
  await user.type(screen.getByLabelText('Last name'), 'King');
  await user.click(press('Send my request'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(requests[0]?.body).toMatchObject({
    session: 'posted-session-000001',
    contactId: 'c9',
    firstName: 'Ada',
  });
});

it('rejects a message that is too long instead of truncating it', async () => {
  const form = renderForm(view);
  await toStepTwo(form);
  await fillDetails(form);
  const message = screen.getByLabelText<HTMLTextAreaElement>(/^Message \(/);
  await form.user.click(message);
  await form.user.paste('m'.repeat(5001));
  await form.user.click(press('Send my request'));
  expect(await screen.findByText('Please shorten this')).toBeTruthy();
  expect(message.value).toHaveLength(5001);
  expect(form.requests).toHaveLength(1);
});

const valuation = <LeadFormView {...props} home address_first answer="You get the valuation in a day." />;

it('asks for the address before the contact, and keeps it although a contact is missing', async () => {
  const form = renderForm(valuation, { page: '/sell/home-valuation' });
  const address = screen.getByLabelText<HTMLInputElement>(/^Street address/);
  const phone = screen.getByLabelText('Phone', { selector: '[type=tel]' });
  expect(address.compareDocumentPosition(phone)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await form.user.type(address, '12 Oak Street, Ankeny');
  await form.user.click(press('Continue'));
  expect(await screen.findByText('Please enter a valid phone number')).toBeTruthy();
  expect(form.requests).toEqual([]);
  cleanup();
  const again = renderForm(valuation, { page: '/sell/home-valuation' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Street address/).value).toBe('12 Oak Street, Ankeny');
  await toStepTwo(again);
  expect(again.requests[0]?.body['customData']).toEqual({ propertyAddress: '12 Oak Street, Ankeny' });
  expect(screen.queryByLabelText(/^Street address/)).toBeNull();
  await fillDetails(again);
  await again.user.click(press('Send my request'));
  await screen.findByText('You get the valuation in a day.');
  expect(again.requests[1]?.body['customData']).toMatchObject({ propertyAddress: '12 Oak Street, Ankeny' });
});

it('promises no valuation without an address, asks for it on the card, and adds it to the same lead', async () => {
  const form = renderForm(valuation, {
    page: '/sell/home-valuation',
  });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  await screen.findByRole('heading', { name: 'Got it, Ada.' });
  expect(screen.queryByText('You get the valuation in a day.')).toBeNull();
  cleanup();
  // The card is the same after a reload.
  const wrongAddress = { status: 422, body: { success: false, fields: { address: 'Please shorten this' } } };
  const again = renderForm(valuation, {
    page: '/sell/home-valuation',
    answers: [wrongAddress, new Error('down')],
  });
  await again.user.type(screen.getByLabelText(/^Street address/), '12 Oak Street, Ankeny');
  await again.user.click(press('Send the address'));
  expect(await screen.findByText('Please shorten this')).toBeTruthy();
  await again.user.click(press('Send the address'));
  expect((await screen.findAllByText('Information Saved Locally')).length).toBeGreaterThan(0);
  await again.user.click(press('Send the address'));
  await screen.findByText('You get the valuation in a day.');
  expect(screen.queryByLabelText(/^Street address/)).toBeNull();
  expect(screen.getByText('12 Oak Street, Ankeny')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Got it, Ada.' }));
  const { elapsed, ...first } = { elapsed: 0, ...form.requests[1]?.body };
  const second = again.requests[2]?.body;
  expect(elapsed).toBeGreaterThanOrEqual(0);
  expect(second).not.toHaveProperty('elapsed');
  expect(second).toMatchObject({
    ...first,
    contactId: 'c1',
    customData: { propertyAddress: '12 Oak Street, Ankeny' },
  });
});

it('sends an address that comes too late to change the lead as a new lead', async () => {
  const form = renderForm(valuation, {
    page: '/sell/home-valuation',
    answers: [storedResponse, storedResponse, { status: 410, body: { success: false, restart: true } }],
  });
  await toStepTwo(form);
  await fillDetails(form);
  await form.user.click(press('Send my request'));
  await form.user.type(await screen.findByLabelText(/^Street address/), '12 Oak Street, Ankeny');
  await form.user.click(press('Send the address'));
  await screen.findByText('You get the valuation in a day.');
  expect(screen.queryByText('Missing contact information. Please try again.')).toBeNull();
  const { contactId, ...late } = { contactId: '', ...form.requests[2]?.body };
  expect(contactId).toBe('c1');
  expect(late).toMatchObject({
    phone: '515-555-0142',
    firstName: 'Ada',
    customData: { propertyAddress: '12 Oak Street, Ankeny' },
  });
  expect(form.requests[3]).toMatchObject({ method: 'POST', path: '/api/ghl/contact' });
  expect(form.requests[3]?.body).toEqual(late);
});
