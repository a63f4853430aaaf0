import { expect, it } from 'vitest';
import { describeAuditDetails } from './audit-details.ts';

const words = (detail: unknown) => describeAuditDetails(JSON.stringify(detail), 'America/Chicago');

it('describes details in plain words', () => {
  expect(words({ stage: 'called' })).toBe('stage: Called');
  expect(words({ layout: true, sections: ['hero', 'faq_rows'] })).toBe(
    'arrangement changed; sections changed: hero, faq rows',
  );
  expect(words({ delivery: 'd1', destination: 'crm' })).toBe('destination: CRM contact');
  expect(words({ format: 'csv', leads: 0, filtered: true })).toBe(
    'format: csv; leads: 0; only those of a filter',
  );
  expect(words({ do: 'weigh', name: 'b', weight: 30 })).toBe(
    'change: share of visitors; name: b; weight: 30',
  );
  expect(words({ wordpressUser: 'anna', recoveryCodesLeft: 7 })).toBe(
    'WordPress user: anna; recovery codes left: 7',
  );
  expect(words({ deletedInWordPress: false })).toBe('the password stayed in WordPress');
});

it('shows when a page is published in the site’s time zone', () => {
  expect(words({ publishAt: '2026-12-01T05:30:00Z' })).toBe('publication: Nov 30, 2026, 11:30 PM');
  expect(words({ from: '/old', publishAt: null })).toBe('from: /old; no longer scheduled');
});

it('leaves out what did not happen, and empty lists', () => {
  expect(words({ layout: false, sections: [] })).toBe('');
  expect(words({ before: null, filtered: false, deletedInWordPress: true })).toBe('');
  expect(describeAuditDetails(null, 'America/Chicago')).toBe('');
});
