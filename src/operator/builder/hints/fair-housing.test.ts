import { expect, it } from 'vitest';
import { fairHousingPhrases } from './fair-housing.ts';

it.each([
  'Perfect for young families',
  'ideal for a retired couple or singles',
  'A family-friendly street',
  'Adults only, no children',
  'A Christian home',
  'In a white neighborhood',
  'English speakers preferred',
  'Not suitable for the disabled',
  'Bachelor pad downtown',
  'A safe neighborhood with great schools',
])('finds the phrase in “%s”', (text) => {
  expect(fairHousingPhrases(text)).not.toEqual([]);
});

it.each([
  'Four bedrooms, a family room and a master suite on a quiet street',
  'Walking distance to St. Mary’s church and the Jewish museum',
  'Wheelchair ramp and no-step entry',
  'White kitchen, black countertops, Italian marble',
  'Single-family home; multifamily lots nearby',
  'Great for entertaining, perfect for a home office',
  'We help families, couples and first-time buyers',
  'Equal Housing Opportunity: we serve people of every race, religion and familial status',
  'Great school bus connection, private garden, safe with a fire door',
])('accepts “%s”', (text) => {
  expect(fairHousingPhrases(text)).toEqual([]);
});

it('returns each phrase once, as it is written', () => {
  const [found, ...more] = fairHousingPhrases('Family-friendly! So family-friendly.');
  expect(found?.phrase).toBe('Family-friendly');
  expect(more).toEqual([]);
});
