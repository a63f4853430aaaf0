import { expect, it } from 'vitest';
import { forms } from './all-forms.ts';
import type { FormId } from '../../contracts/lead-request.ts';
import { stepNotice, type StepOutcome } from './step-notice.ts';

const stored: StepOutcome = { kind: 'stored', isLocalOnly: false };
const local: StepOutcome = { kind: 'stored', isLocalOnly: true };
const refused: StepOutcome = { kind: 'refused', error: 'No.' };
const silent: StepOutcome = { kind: 'refused' };
const lost: StepOutcome = { kind: 'unreachable', kept: false };
const kept: StepOutcome = { kind: 'unreachable', kept: true };
const restart: StepOutcome = { kind: 'restart' };
const connection = 'Connection Error - There was a problem with your request. Please try again.';
const submission = 'Submission Failed - There was an error processing your request. Please try again.';
const market = 'Error - There was a problem with your submission. Please try again.';
const subscription =
  'Subscription Failed - There was an error processing your subscription. Please try again.';
const unexpected = 'Error - An unexpected error occurred. Please try again.';
const missing = 'Error - Missing contact information. Please try again.';
const done = "Thank You! - Your information has been received. I'll contact you soon!";

const catalogue: [FormId, 1 | 2, StepOutcome, string | undefined][] = [
  ['quick-lead-form', 1, refused, connection],
  ['quick-lead-form', 1, lost, connection],
  ['quick-lead-form', 1, stored, 'Contact info received - Please complete your information'],
  ['quick-lead-form', 1, local, 'Contact info received - Please complete your information'],
  ['quick-lead-form', 2, refused, submission],
  ['quick-lead-form', 2, kept, submission],
  ['quick-lead-form', 2, stored, done],
  ['quick-lead-form', 2, restart, missing],
  ['market-report-form', 1, refused, market],
  ['market-report-form', 1, stored, undefined],
  ['market-report-form', 2, restart, missing],
  ['market-report-form', 2, lost, subscription],
  [
    'market-report-form',
    2,
    stored,
    "Subscription Successful! - You're now subscribed to our monthly market updates.",
  ],
  ['contact-form', 1, silent, submission],
  ['contact-form', 1, stored, "Thank You! - Your message has been received. I'll contact you soon!"],
  ['lead-form', 1, refused, 'Error - No.'],
  ['lead-form', 1, silent, 'Error - Failed to process your information'],
  ['lead-form', 1, lost, unexpected],
  ['lead-form', 1, stored, undefined],
  ['lead-form', 2, silent, 'Error - Failed to process your information'],
  ['lead-form', 2, lost, unexpected],
  ['lead-form', 2, restart, missing],
  ['lead-form', 2, stored, 'Success - Thank you! Your information has been submitted.'],
];

it.each(catalogue)('%s, step %i, %o', (form, step, outcome, words) => {
  const notice = stepNotice(forms[form], step, outcome);
  expect(notice && `${notice.title} - ${notice.text}`).toBe(words);
});

it('explains that a lead is stored although no CRM is connected', () => {
  const form = forms['lead-form'];
  expect(stepNotice(form, 1, local)).toMatchObject({ kind: 'info', title: 'Information' });
  expect(stepNotice(form, 2, local)).toMatchObject({ kind: 'info', title: 'Information Saved' });
  expect(stepNotice(form, 2, kept)).toMatchObject({ kind: 'info', title: 'Information Saved Locally' });
});

it('shows the server’s message after a 429 response, in every form', () => {
  const notice = stepNotice(forms['quick-lead-form'], 1, {
    kind: 'too-many',
    error: 'Wait a minute.',
  });
  expect(notice).toMatchObject({ kind: 'error', title: 'Connection Error', text: 'Wait a minute.' });
});
