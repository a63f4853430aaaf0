import { expect, it } from 'vitest';
import { consentTexts, consentVersion } from './consent.ts';

const BROKERAGE = 'Prairie Lintel Realty';

it('contains everything that the law and the carriers require in each wording', () => {
  for (const text of Object.values(consentTexts(BROKERAGE))) {
    expect(text).toContain(BROKERAGE);
    expect(text).toContain('Consent is not a condition of purchase.');
    expect(text).toContain('Message frequency varies.');
    expect(text).toContain('Message and data rates may apply.');
    expect(text).toMatch(/Reply STOP\b.*\bHELP for help\.$/);
  }
});

it('mentions calls only in the marketing wording', () => {
  const { marketing, service } = consentTexts(BROKERAGE);
  expect(marketing).toMatch(/texts and calls.*automated/);
  expect(service).not.toMatch(/calls|marketing/i);
});

it('has a version that changes with every letter of the wording, and only then', () => {
  expect(consentVersion(BROKERAGE)).toBe(consentVersion(BROKERAGE));
  expect(consentVersion(BROKERAGE)).toMatch(/^[0-9a-z]{11}$/);
  const names = [
    '',
    'A',
    'B',
    'AB',
    'BA',
    BROKERAGE,
    BROKERAGE.toLowerCase(),
    `${BROKERAGE} `,
    'Ré',
    'Re',
    '🏠',
  ];
  expect(new Set(names.map(consentVersion)).size).toBe(names.length);
});
