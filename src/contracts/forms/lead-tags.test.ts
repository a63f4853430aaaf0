import { expect, it } from 'vitest';
import type { Attribution } from '../leads/attribution.ts';
import { visitorIntentOf, leadTags, parseTagLines } from './lead-tags.ts';

const at = '2026-11-01T12:00:00.000Z';
const campaign: Attribution = {
  first: { landing: '/', at },
  last: { landing: '/buy', at, utm_source: 'google', utm_campaign: 'spring', gclid: 'x1' },
};

it('returns placement, page, source, campaign, intent and inquiry in this order', () => {
  expect(
    leadTags({
      form: 'contact-form',
      tags: ['Website Lead', 'Buyer'],
      page: '/buy',
      source: 'Buy Page',
      attribution: campaign,
      inquiryType: 'both',
    }),
  ).toEqual(['Website Lead', 'Buyer', '/buy', 'Buy Page', 'google', 'spring', 'buying', 'buyer-seller']);
});

it.each(['quick-lead-form', 'market-report-form'] as const)('%s is always a real-estate lead', (form) => {
  expect(leadTags({ form, tags: [], page: '/' })).toEqual(['Website Lead', 'Real Estate', '/', 'general']);
});

it('removes duplicates, and adds a tag only for known inquiry types', () => {
  expect(
    leadTags({ form: 'quick-lead-form', tags: ['Website Lead'], page: '/', inquiryType: 'general' }),
  ).toEqual(['Website Lead', 'Real Estate', '/', 'general']);
  const tagOf = (inquiryType: string) =>
    leadTags({ form: 'contact-form', tags: [], page: '/about', inquiryType }).slice(2);
  expect([tagOf('buying'), tagOf('selling'), tagOf('rubbish'), tagOf('toString')]).toEqual([
    ['buyer'],
    ['seller'],
    [],
    [],
  ]);
});

it('uses the first arrival’s campaign if the latest had none', () => {
  const attribution = { first: { landing: '/', at, utm_source: 'flyer' }, last: { landing: '/buy', at } };
  expect(leadTags({ form: 'lead-form', tags: [], page: '/buy', attribution })).toContain('flyer');
});

it('parses an editor’s lines', () => {
  expect(parseTagLines(' Website Lead\r\n\nBuyer ')).toEqual(['Website Lead', 'Buyer']);
  expect(parseTagLines(undefined)).toEqual([]);
});

it.each([
  ['/sell', 'selling'],
  ['/sell/staging-tips', 'selling'],
  ['/buy', 'buying'],
  ['/buy/', 'buying'],
  ['/buy/mortgage-guide', 'buying'],
  ['/neighborhoods', 'research'],
  ['/service-areas', 'research'],
  ['/blog', 'research'],
  ['/blog/spring-market', 'research'],
  ['/contact', 'consultation'],
  ['/contact-us', 'consultation'],
  ['/lead-form-demo', 'consultation'],
  ['/about', 'consultation'],
  ['/', 'general'],
  ['/wp/sell', 'general'],
  ['/about-face', 'general'],
])('%s indicates the intent %s', (path, intent) => {
  expect(visitorIntentOf(path)).toBe(intent);
});
