import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { siteSettingsSchema } from '../../src/content/site-settings.ts';
import { asHtml, fillIn } from './fill-in.ts';

const builtIn = siteSettingsSchema.parse(
  JSON.parse(readFileSync(new URL('../../fixtures/site-settings.json', import.meta.url), 'utf8')),
);
const settings = { ...builtIn, brokerage: { ...builtIn.brokerage, name: 'Hearth & <Home>' } };

it('puts the settings in, and leaves other braces alone', () => {
  expect(fillIn('Call {phone}, {nobody} or {Phone}', settings)).toBe(
    `Call ${settings.agent.phone}, {nobody} or {Phone}`,
  );
  expect(fillIn({ title: 'Write {email}', url: 'mailto:{email}', target: '' }, settings)).toEqual({
    title: `Write ${settings.agent.email}`,
    url: `mailto:${settings.agent.email}`,
    target: '',
  });
});

it('fits values into HTML', () => {
  expect(fillIn('<p>{brokerage}</p>', settings, asHtml)).toBe('<p>Hearth &amp; &lt;Home&gt;</p>');
});

it('passes everything else through', () => {
  expect(fillIn(81, settings)).toBe(81);
  expect(fillIn(null, settings)).toBeNull();
  expect(fillIn('{phone}', undefined)).toBe('{phone}');
});
