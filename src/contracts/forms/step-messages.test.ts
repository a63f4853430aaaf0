import { expect, it } from 'vitest';
import { formDefinitions } from './all-forms.ts';
import type { FormId } from '../leads/lead-request.ts';
import { stepNotice, type StepOutcome } from './step-messages.ts';

const stored: StepOutcome = { kind: 'stored' };
const unclear: StepOutcome = { kind: 'unclear' };
const failed: StepOutcome = { kind: 'failed', kept: false };
const failedWords: StepOutcome = { kind: 'failed', kept: false, error: 'No.' };
const failedKept: StepOutcome = { kind: 'failed', kept: true };
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
  ['quick-lead-form', 1, failedWords, connection],
  ['quick-lead-form', 1, unclear, connection],
  ['quick-lead-form', 1, failed, connection],
  ['quick-lead-form', 1, stored, 'Contact info received - Please complete your information'],
  ['quick-lead-form', 2, unclear, submission],
  ['quick-lead-form', 2, failedKept, submission],
  ['quick-lead-form', 2, stored, done],
  ['quick-lead-form', 2, restart, missing],
  ['market-report-form', 1, unclear, market],
  ['market-report-form', 1, stored, undefined],
  ['market-report-form', 2, restart, missing],
  ['market-report-form', 2, failed, subscription],
  [
    'market-report-form',
    2,
    stored,
    "Subscription Successful! - You're now subscribed to our monthly market updates.",
  ],
  ['contact-form', 1, unclear, submission],
  ['contact-form', 1, stored, "Thank You! - Your message has been received. I'll contact you soon!"],
  ['lead-form', 1, failedWords, 'Error - No.'],
  ['lead-form', 1, unclear, 'Error - Failed to process your information'],
  ['lead-form', 1, failed, unexpected],
  ['lead-form', 1, stored, undefined],
  ['lead-form', 2, unclear, 'Error - Failed to process your information'],
  ['lead-form', 2, failed, unexpected],
  ['lead-form', 2, restart, missing],
  ['lead-form', 2, stored, 'Success - Thank you! Your information has been submitted.'],
];

it.each(catalogue)('%s, step %i, %o', (form, step, outcome, words) => {
  const notice = stepNotice(formDefinitions[form], step, outcome);
  expect(notice && `${notice.title} - ${notice.text}`).toBe(words);
});

const known: [StepOutcome, string, RegExp][] = [
  [{ kind: 'offline', kept: false }, 'No connection', /^You are offline\. What you typed is kept here\./],
  [
    { kind: 'offline', kept: true },
    'No connection',
    /^You are offline\. .* is sent when the connection is back/,
  ],
  [{ kind: 'unreachable', kept: false }, 'We could not be reached', /What you typed is kept here\./],
  [{ kind: 'unreachable', kept: true }, 'We could not be reached', /is sent when the connection is back/],
  [
    { kind: 'busy', error: 'Wait a minute.' },
    'We are too busy right now',
    /^Wait a minute\. What you typed is kept/,
  ],
  [
    { kind: 'not-stored', error: 'We could not save it.' },
    'This could not be saved',
    /^We could not save it\. What you typed is kept here\./,
  ],
  [{ kind: 'busy' }, 'We are too busy right now', /in a few minutes\. What you typed is kept here\./],
  [{ kind: 'refused', error: 'No.' }, 'Your request was not accepted', /^No\. What you typed is kept here\./],
  [{ kind: 'refused' }, 'Your request was not accepted', /gave no reason\. What you typed is kept here\./],
];

it.each(known)('says the cause if it is known, in every form: %o', (outcome, title, text) => {
  for (const form of [
    formDefinitions['quick-lead-form'],
    formDefinitions['market-report-form'],
    formDefinitions['contact-form'],
  ]) {
    expect(stepNotice(form, 1, outcome)).toMatchObject({
      cause: outcome.kind,
      title,
      text: expect.stringMatching(text),
    });
  }
});

it('says “saved locally” in the lead form only if this browser alone has the lead', () => {
  const form = formDefinitions['lead-form'];
  for (const kind of ['offline', 'unreachable', 'failed'] as const) {
    expect(stepNotice(form, 2, { kind, kept: true })?.title).toBe('Information Saved Locally');
    expect(stepNotice(form, 2, { kind, kept: false })?.title).not.toMatch(/saved/i);
  }
});
