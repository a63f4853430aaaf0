import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { siteSettingsSchema } from '../../../src/contracts/site-settings.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { fillPlaceholders } from './placeholders.ts';

const builtIn = siteSettingsSchema.parse(
  JSON.parse(readFileSync(new URL('../../../fixtures/site-settings.json', import.meta.url), 'utf8')),
);
const settings = { ...builtIn, brokerage: { ...builtIn.brokerage, name: 'Hearth & <Home>' } };

it('inserts settings, and leaves other braces unchanged', () => {
  expect(fillPlaceholders('Call {phone}, {nobody} or {Phone}', settings)).toBe(
    `Call ${settings.agent.phone}, {nobody} or {Phone}`,
  );
  expect(fillPlaceholders({ title: 'Write {email}', url: 'mailto:{email}', target: '' }, settings)).toEqual({
    title: `Write ${settings.agent.email}`,
    url: `mailto:${settings.agent.email}`,
    target: '',
  });
});

it.each(['{constructor}', '{__proto__}'])('leaves %s unchanged', (text) => {
  expect(fillPlaceholders(text, settings, escapeHtml)).toBe(text);
});

it('escapes values for HTML', () => {
  expect(fillPlaceholders('<p>{brokerage}</p>', settings, escapeHtml)).toBe(
    '<p>Hearth &#038; &lt;Home&gt;</p>',
  );
});

it('returns other values unchanged', () => {
  expect(fillPlaceholders(81, settings)).toBe(81);
  expect(fillPlaceholders(null, settings)).toBeNull();
  expect(fillPlaceholders('{phone}', undefined)).toBe('{phone}');
});
