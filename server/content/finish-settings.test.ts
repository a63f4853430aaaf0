import { expect, test } from 'vitest';
import builtInValues from '../../fixtures/site-settings.json' with { type: 'json' };
import { siteSettingsSchema } from '../../src/content/site-settings.ts';
import { finishSettings } from './finish-settings.ts';

const builtIn = siteSettingsSchema.parse(builtInValues);
const agent = { ...builtIn.agent, name: 'Real Agent' };
const brokerage = { ...builtIn.brokerage, name: 'Real Brokerage' };

test('without the plugin the built-in settings stay, the same object', () => {
  expect(finishSettings(builtIn, null).settings).toBe(builtIn);
});

test('the sample ends when agent and brokerage are given, not before', () => {
  expect(finishSettings(builtIn, { agent, sample: false }).settings.sample).toBe(true);
  expect(finishSettings(builtIn, { agent, brokerage }).settings).toMatchObject({
    sample: false,
    agent: { name: 'Real Agent' },
    priceRange: builtIn.priceRange,
  });
});

test('a key that cannot be used keeps its built-in value and names the mend', () => {
  const { settings, faults } = finishSettings(builtIn, { agent: { ...agent, email: 'nobody' }, brokerage });
  expect(settings.agent).toEqual(builtIn.agent);
  expect(settings.sample).toBe(true);
  expect(faults).toEqual([expect.stringMatching(/^Site settings → agent\.email: .*Correct it in WordPress/)]);
});

test('a time zone nobody knows is not used', () => {
  const { settings, faults } = finishSettings(builtIn, { site: { ...builtIn.site, timeZone: 'Iowa' } });
  expect(settings.site.timeZone).toBe(builtIn.site.timeZone);
  expect(faults).toHaveLength(1);
});
