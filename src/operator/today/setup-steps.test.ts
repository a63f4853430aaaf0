import { expect, it } from 'vitest';
import type { HealthCheck } from '../../contracts/operators/site-calls.ts';
import { isSetupListShown, setupSteps } from './setup-steps.ts';

const check = (id: string, state: HealthCheck['state'], detail = ''): HealthCheck => ({
  id,
  label: id,
  state,
  detail,
  ...(state === 'ok' ? {} : { fix: `Repair ${id}.` }),
});
const done = (checks: readonly HealthCheck[], more = { hasOwnHome: false, hasWordPress: false }) =>
  setupSteps({ checks, hasOwnHome: more.hasOwnHome }, more)
    .filter((step) => step.done)
    .map(({ id }) => id);

const well = ['identity', 'crm', 'mail'].map((id) => check(id, 'ok'));

it('a step is done when the thing works', () => {
  expect(done([])).toEqual([]);
  expect(done([...well, check('address', 'ok', 'https://example.com')])).toEqual([
    'identity',
    'crm',
    'mail',
    'address',
  ]);
  expect(done([check('crm', 'fail'), check('identity', 'warn')])).toEqual([]);
  expect(done([], { hasOwnHome: true, hasWordPress: true })).toEqual(['home', 'wordpress']);
  expect(done([check('content', 'fail')], { hasOwnHome: false, hasWordPress: true })).toEqual([]);
});

it('an address without HTTPS is not done, and says what is missing', () => {
  const steps = setupSteps(
    { checks: [check('address', 'ok', 'http://example.com')], hasOwnHome: true },
    { hasWordPress: false },
  );
  const address = steps.find(({ id }) => id === 'address');
  expect(address).toMatchObject({ done: false, detail: expect.stringContaining('no HTTPS') });
});

it('the list is shown until all needed steps are done, and after something broke', () => {
  const steps = (checks: readonly HealthCheck[]) =>
    setupSteps({ checks, hasOwnHome: true }, { hasWordPress: false });
  const finished = steps([...well, check('address', 'ok', 'https://example.com')]);
  expect(isSetupListShown(steps(well), null)).toBe(true);
  expect(isSetupListShown(finished, null)).toBe(false);
  // Hidden while the address was missing: that alone does not bring it back, a broken CRM does.
  expect(isSetupListShown(steps(well), ['identity', 'crm', 'mail'])).toBe(false);
  const broken = steps([check('identity', 'ok'), check('crm', 'fail'), check('mail', 'ok')]);
  expect(isSetupListShown(broken, ['identity', 'crm', 'mail'])).toBe(true);
});
