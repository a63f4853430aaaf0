import { expect, it } from 'vitest';
import { leadSourceName, formatLeadSource } from './lead-source.ts';

it.each([
  ['HomeValuation Page', '/sell/home-valuation', 'Valuation request · /sell/home-valuation'],
  ['HomeValuation Page (/sell/home-valuation)', null, 'Valuation request · /sell/home-valuation'],
  ['Buy Page (/buy)', '/buy', 'Buyer consultation · /buy'],
  ['/sell/staging-tips', '/sell/staging-tips', 'Website form · /sell/staging-tips'],
  ['SpringFair Booth', '/contact', 'Spring Fair Booth · /contact'],
  ['Open House', null, 'Open House'],
  [null, '/contact', 'Website form · /contact'],
  [null, null, null],
])('reads %o on %o as %o', (source, page, words) => {
  expect(formatLeadSource(source, page)).toBe(words);
});

it.each([
  ['FirstTimeBuyers Page (/buy/first-time-buyers)', 'First-time buyer question'],
  ['SpringFair Booth', 'Spring Fair Booth'],
  ['/sell/staging-tips', 'Website form · /sell/staging-tips'],
  [' ', null],
  [null, null],
])('names %o %o', (source, name) => {
  expect(leadSourceName(source)).toBe(name);
});
