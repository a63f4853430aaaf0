import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAttribution, recordAttributionTouch } from './record-attribution-touch.ts';
import { startAnalytics } from './analytics.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-11-01T12:00:00Z');

let store: Map<string, string>;

function arrive(address: string, { referrer = '', gpc = false, at = START } = {}): void {
  vi.stubGlobal('location', new URL(address, 'https://site.example'));
  vi.stubGlobal('document', { referrer });
  vi.stubGlobal('navigator', gpc ? { globalPrivacyControl: true } : {});
  vi.setSystemTime(at);
  recordAttributionTouch();
}

const utm = () => JSON.parse(store.get('utmParameters') ?? 'null');

beforeEach(() => {
  vi.useFakeTimers();
  store = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a visit', () => {
  it('is recorded with its campaign, its click id, and the referrer without its query', () => {
    arrive('/buy?utm_source=google&utm_medium=cpc&gclid=abc&q=secret', {
      referrer: 'https://search.example/results?q=jane+doe',
    });
    const touch = {
      utm_source: 'google',
      utm_medium: 'cpc',
      gclid: 'abc',
      landing: '/buy',
      referrer: 'https://search.example/results',
      at: '2026-11-01T12:00:00.000Z',
    };
    expect(readAttribution()).toEqual({ first: touch, last: touch });
    expect(utm()).toEqual({ utm_source: 'google', utm_medium: 'cpc', timestamp: touch.at });
    expect([...store.values()].join()).not.toMatch(/secret|jane/);
  });

  it('is recorded and tracked in browsers without `URL.parse`', () => {
    const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function');
    });
    arrive('/buy?utm_source=flyer', { referrer: 'https://search.example/results?q=jane' });
    expect(readAttribution()?.last).toMatchObject({
      utm_source: 'flyer',
      referrer: 'https://search.example/results',
    });
    vi.stubGlobal('window', globalThis);
    startAnalytics('G-TEST123', () => {});
    expect(JSON.stringify(window.dataLayer?.map((command) => Array.from(Object(command))))).toContain(
      '{"page_referrer":"https://search.example/results"}',
    );
    parse.mockRestore();
  });

  it('keeps the first arrival, and the latest one with a known source', () => {
    arrive('/?utm_source=a');
    arrive('/sell?utm_campaign=b', { at: START + DAY });
    arrive('/about', { at: START + 2 * DAY, referrer: 'https://site.example/sell' });
    expect(readAttribution()).toEqual({
      first: expect.objectContaining({ utm_source: 'a', landing: '/' }),
      last: expect.objectContaining({ utm_campaign: 'b', landing: '/sell' }),
    });
    expect(utm()).toEqual({ utm_campaign: 'b', timestamp: '2026-11-02T12:00:00.000Z' });
  });

  it('expires after 90 days', () => {
    arrive('/?utm_source=a');
    arrive('/about', { at: START + 89 * DAY });
    expect(utm()).toMatchObject({ utm_source: 'a' });
    arrive('/about', { at: START + 91 * DAY });
    expect(utm()).toBeNull();
    expect(readAttribution()?.first).toEqual({ landing: '/about', at: '2027-01-31T12:00:00.000Z' });
  });

  it('stores no click ids with Global Privacy Control, and removes earlier ones', () => {
    arrive('/?gclid=abc&utm_source=a');
    arrive('/?fbclid=def&utm_source=b', { gpc: true, at: START + DAY });
    expect(store.get('leadAttribution')).not.toMatch(/abc|def|clid/);
    expect(readAttribution()?.last).toMatchObject({ utm_source: 'b' });
  });

  it('has values of limited length', () => {
    arrive(`/${'p'.repeat(900)}?utm_source=${'x'.repeat(5000)}&gclid=${'y'.repeat(5000)}`);
    expect(store.get('leadAttribution')?.length).toBeLessThan(2500);
    expect(readAttribution()?.first.utm_source).toBe('x'.repeat(300));
  });

  it.each([
    '{',
    'null',
    '[]',
    '"x"',
    '{"first":3,"last":{"landing":"/"}}',
    '{"first":{"landing":"/","at":"x"}}',
  ])('starts over if storage contains %s', (kept) => {
    store.set('leadAttribution', kept).set('utmParameters', kept);
    expect(readAttribution(START)).toBeUndefined();
    arrive('/about');
    expect(readAttribution()?.first.landing).toBe('/about');
    expect(utm()).toBeNull();
  });

  it('tolerates full or blocked storage', () => {
    const refuse = () => {
      throw new DOMException('Not now.', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(() => arrive('/?utm_source=a')).not.toThrow();
    expect(readAttribution()).toBeUndefined();
  });
});
