import { expect, test } from 'vitest';
import { allowedCalls, circuitOf, type Circuit } from './circuit.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const circuit = (state: Circuit['state'], openFor: number): Circuit => ({
  name: 'crm',
  state,
  failures: 5,
  failing_lead: null,
  open_until: NOW + openFor,
  reason: 'Down.',
  changed_at: NOW - 60_000,
  alerted_at: null,
});
const HOUR = 60 * 60_000;

test.each<[string, Circuit | undefined, boolean, ReturnType<typeof allowedCalls>]>([
  ['before any failure', undefined, false, 'all'],
  ['of a closed circuit', circuit('closed', 0), false, 'all'],
  ['of a closed circuit with a pause in the future', circuit('closed', 1000), false, 'all'],
  ['of an open circuit during its pause', circuit('open', 1), false, 'none'],
  ['of an open circuit after its pause', circuit('open', 0), false, 'probe'],
  ['of an open circuit, with other credentials', circuit('open', 1), true, 'none'],
  // A pause is never this long, so a clock must have jumped.
  ['of an open circuit with an impossible pause', circuit('open', 3 * HOUR), false, 'probe'],
  ['after refused credentials', circuit('refused', 1), false, 'none'],
  ['after refused credentials, with other ones', circuit('refused', 1), true, 'probe'],
  ['after refused credentials and the pause', circuit('refused', 0), false, 'probe'],
])('calls %s', (_what, seen, haveOtherCredentials, calls) => {
  expect(allowedCalls(seen, NOW, haveOtherCredentials)).toBe(calls);
});

test('subscriptions share the circuit of the CRM', () => {
  expect(circuitOf('subscription')).toBe('crm');
  expect(circuitOf('alert')).toBe('alert');
});
