import { expect, it } from 'vitest';
import { factContradictions } from './fact-contradictions.ts';

const facts = {
  agent: {
    name: 'Jordan Avery',
    email: 'jordan@example.com',
    phone: '(515) 555-0142',
    phoneDial: '+15155550142',
  },
  brokerage: { name: 'Prairie Lintel Realty' },
};
const of = (text: string, ...links: string[]) => factContradictions(text, links, facts);
const phone = (number: string) =>
  `${number} is not the phone number of the settings, (515) 555-0142. Check whose it is.`;

it('finds another phone number, in a text and in a link', () => {
  expect(of('Call (515) 555-0124 today.')).toEqual([phone('(515) 555-0124')]);
  expect(of('Call me', 'tel:+15155550199')).toEqual([phone('+15155550199')]);
  // One number, in its two forms.
  expect(of('Call 515.555.0199', 'tel:+15155550199')).toEqual([phone('515.555.0199')]);
});

it('reads a link as it is while it is not encoded correctly, as during typing', () => {
  expect(of('Call me', 'tel:100%', 'tel:+1%2')).toEqual([]);
  expect(of('Call me', 'tel:515-555-0199%')).toEqual([phone('515-555-0199%')]);
});

it.each([
  ['the own number', 'Call 515-555-0142 or +1 (515) 555-0142.'],
  ['numbers that are free to call', 'HUD: 1-800-669-9777'],
  [
    'other numbers',
    'From $328,500 to 400.000.0000, ZIP 50021-1234, 2026-05-03, S12345000, MLS 515-5550142-1',
  ],
  ['the own address', 'Write to jordan@example.com, or to pat@example.com.'],
  ['the own names', 'Jordan Avery’s homes. Jordan Avery, of Prairie Lintel Realty. JORDAN AVERY'],
  ['other names', 'Jordan Ave is a street. Ask Morgan Avila, or Jordan.'],
])('says nothing about %s', (_what, text) => {
  expect(of(text, 'tel:+1-515-555-0142', 'mailto:jordan@example.com')).toEqual([]);
});

it('finds an address with a typing error or of a former domain', () => {
  expect(of('jordon@example.com', 'mailto:jordan@old-agency.test?subject=Homes')).toEqual([
    'jordon@example.com is not the e-mail address of the settings, jordan@example.com. Correct one of them.',
    'jordan@old-agency.test is not the e-mail address of the settings, jordan@example.com. Correct one of them.',
  ]);
});

it('finds misspelt names', () => {
  expect(of('Jordan Avrey sells homes.')).toEqual(['“Jordan Avrey” is “Jordan Avery” in the settings.']);
  expect(of('Ask Jordon Avery’s team at Prairie Lintle Realty.')).toEqual([
    '“Jordon Avery” is “Jordan Avery” in the settings.',
    '“Prairie Lintle Realty” is “Prairie Lintel Realty” in the settings.',
  ]);
});
