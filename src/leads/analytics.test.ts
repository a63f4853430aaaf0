import { afterEach, describe, expect, it, vi } from 'vitest';
import { trackEvent, trackPageView } from './analytics.ts';

afterEach(() => vi.unstubAllGlobals());

function counted(count: () => void): unknown[][] {
  const dataLayer: ArrayLike<unknown>[] = [];
  vi.stubGlobal('window', { dataLayer });
  vi.stubGlobal('location', new URL('https://site.example/buy?name=jane'));
  count();
  // Google's tag ignores arrays.
  expect(dataLayer.some(Array.isArray)).toBe(false);
  return dataLayer.map((each) => Array.from(each));
}

describe('analytics', () => {
  it('include the value of a lead in dollars', () => {
    expect(counted(() => trackEvent('generate_lead', { form_id: 'lead-form' }))).toEqual([
      ['event', 'generate_lead', { form_id: 'lead-form', value: 1, currency: 'USD' }],
    ]);
    expect(counted(() => trackEvent('form_step_complete', { form_id: 'lead-form', step: 1 }))).toEqual([
      ['event', 'form_step_complete', { form_id: 'lead-form', step: 1 }],
    ]);
  });

  it('send only the origin and path of a URL', () => {
    expect(counted(() => trackPageView('/search?q=jane#top'))).toEqual([
      ['set', { page_location: 'https://site.example/search' }],
      ['event', 'page_view', { page_location: 'https://site.example/search' }],
    ]);
  });

  it('track nothing when turned off', () => {
    vi.stubGlobal('window', {});
    trackEvent('form_start', { form_id: 'contact-form' });
    expect(window).toEqual({});
  });
});
