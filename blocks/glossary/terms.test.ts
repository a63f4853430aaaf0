import { describe, expect, it } from 'vitest';
import { termMatches, termAnchor } from './terms.ts';

describe('a term', () => {
  it.each([
    ['APR', 'term-apr'],
    ['PMI (private mortgage insurance)', 'term-pmi-private-mortgage-insurance'],
    ['Homeowner’s insurance', 'term-homeowners-insurance'],
    ['Resumé clause', 'term-resume-clause'],
  ])('%s has the anchor %s', (term, anchor) => {
    expect(termAnchor(term)).toBe(anchor);
  });

  const row = { term: 'Escrow', meaning: '<p>Money a third party <strong>holds</strong> for taxes.</p>' };
  it.each([
    ['', true],
    ['  ', true],
    ['ESCR', true],
    ['taxes party', true],
    ['strong', false],
    ['abstract', false],
  ])('is found by "%s": %s', (sought, found) => {
    expect(termMatches(row, sought)).toBe(found);
  });
});
