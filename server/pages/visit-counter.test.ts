import { expect, it } from 'vitest';
import { isVisit } from './visit-counter.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

it.each([
  ['a browser', 'GET', { 'user-agent': PHONE }, true],
  ['a headers-only request', 'HEAD', { 'user-agent': PHONE }, false],
  [
    'a page that is only prepared',
    'GET',
    { 'user-agent': PHONE, 'sec-purpose': 'prefetch;prerender' },
    false,
  ],
  ['an older prefetch', 'GET', { 'user-agent': PHONE, purpose: 'prefetch' }, false],
  ['a visitor with Global Privacy Control', 'GET', { 'user-agent': PHONE, 'sec-gpc': '1' }, false],
  ['a search engine', 'GET', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
  ['a program', 'GET', { 'user-agent': 'curl/8.5.0' }, false],
  ['a request that does not say what it is', 'GET', {}, false],
])('tells visits from other requests: %s', (_what, method, headers, counts) => {
  expect(isVisit({ method, headers })).toBe(counts);
});
