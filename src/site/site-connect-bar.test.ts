import { expect, test } from 'vitest';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { contactHref } from './site-connect-bar.tsx';

const placed = (block: string, key: string): ResolvedPlacement => ({ block, key, region: 'main', props: {} });

test('links to the first form of the page', () => {
  const placements = [placed('hero', 'hero'), placed('lead-form', 'start'), placed('contact-form', 'late')];
  expect(contactHref(placements, '/buy')).toBe('#start');
});

test('links to the contact page from a page without a form', () => {
  expect(contactHref([placed('hero', 'hero')], '/blog')).toBe('/contact');
});

test.each(['/contact', '/contact-us'])('has no link on %s without a form', (pathname) => {
  expect(contactHref([placed('hero', 'hero')], pathname)).toBeNull();
});
