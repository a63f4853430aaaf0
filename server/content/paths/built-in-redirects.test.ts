import { describe, expect, it } from 'vitest';
import { builtInRedirectTarget } from './built-in-redirects.ts';

describe('builtInRedirectTarget', () => {
  it.each([
    ['/buyers', '/buy'],
    ['/sellers', '/sell'],
    ['/Sellers/', '/sell'],
    ['/buyers/first-time-home-buyers', '/buy/first-time-buyers'],
    ['/buyers/home-buying-process', '/buy/home-buying-process'],
    ['/buyers/mortgage-guide', '/buy/mortgage-guide'],
    ['/oauth-error', '/oauth/error'],
    ['/test-oauth', '/oauth/test'],
    ['/buy/', '/buy'],
  ])('redirects %s to %s', (from, to) => {
    expect(builtInRedirectTarget(from)).toBe(to);
  });

  it.each(['/', '/buy', '/no-such-page', '/buyers-guide'])('does not redirect %s', (path) => {
    expect(builtInRedirectTarget(path)).toBeNull();
  });

  it.each(['//evil.example/', '/\\evil.example/', '///evil.example', '/\\/evil.example/'])(
    'never redirects to another host: %s',
    (path) => {
      expect(builtInRedirectTarget(path)).toBe('/evil.example');
    },
  );
});
