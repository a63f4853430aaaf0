import { describe, expect, it } from 'vitest';
import { builtInRedirect } from './built-in-redirects.ts';

describe('builtInRedirect', () => {
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
    expect(builtInRedirect(from)).toBe(to);
  });

  it.each(['/', '/buy', '/no-such-page', '/buyers-guide'])('does not redirect %s', (path) => {
    expect(builtInRedirect(path)).toBeNull();
  });

  it.each(['//evil.example/', '/\\evil.example/', '///evil.example', '/\\/evil.example/'])(
    'never redirects to another host: %s',
    (path) => {
      expect(builtInRedirect(path)).toBe('/evil.example');
    },
  );
});
