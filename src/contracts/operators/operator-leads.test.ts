import { expect, it } from 'vitest';
import { leadDetail } from './operator-leads.ts';

const { attribution } = leadDetail.shape;
const touch = { landing: '/sell', at: '2026-01-02T03:04:05.000Z' };

it('a lead whose stored attribution cannot be read is shown without it', () => {
  expect(attribution.parse({ first: touch })).toBeNull();
  expect(attribution.parse('none')).toBeNull();
});

it('an attribution has what visitors’ arrivals record, and nothing else', () => {
  const last = { ...touch, referrer: 'https://example.org/', utm_source: 'post', gclid: 'x' };
  expect(attribution.parse({ first: { ...touch, retired: 'yes' }, last })).toEqual({ first: touch, last });
});
