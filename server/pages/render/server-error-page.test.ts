import { expect, it } from 'vitest';
import fixture from '../../../fixtures/site-settings.json' with { type: 'json' };
import { siteSettingsSchema, type SiteSettings } from '../../../src/contracts/site-settings.ts';
import { agentUnlessSample, serverErrorPage } from './server-error-page.ts';

const sample = siteSettingsSchema.parse(fixture);
const own: SiteSettings = {
  ...sample,
  sample: false,
  agent: { ...sample.agent, phone: '515 "555" 0199', phoneDial: '+15155550199', email: 'o&h@example.com' },
};

it('names the agent of the settings, but never the sample', () => {
  expect(agentUnlessSample({ settings: () => own })).toBe(own.agent);
  expect(agentUnlessSample({ settings: () => sample })).toBeNull();
  expect(agentUnlessSample({ settings: () => null })).toBeNull();
});

it('offers another try and, if an agent is known, a call', () => {
  const { html } = serverErrorPage(own.agent);
  expect(html).toContain('<a href="">Try again</a>');
  expect(html).toContain('<a href="tel:+15155550199">515 &quot;555&quot; 0199</a>');
  expect(html).toContain('<a href="mailto:o&#038;h@example.com">o&#038;h@example.com</a>');
  expect(serverErrorPage(null).html).toContain('<a href="">Try again</a>');
  expect(serverErrorPage(null).html).not.toContain('tel:');
});
