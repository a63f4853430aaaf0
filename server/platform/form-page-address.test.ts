import { expect, it } from 'vitest';
import { formPageAddress } from './form-page-address.ts';

const OWN = 'https://www.example.com';
const addressFrom = (referer: string | undefined, changes: Record<string, string | null> = {}) =>
  formPageAddress('/club', referer, changes);

it.each([
  [`${OWN}/club?cpage=2&x=1`, '/club?cpage=2&x=1'],
  [`${OWN}/club?x=1&x=2#comments`, '/club?x=1&x=2'],
  [`${OWN}/club`, '/club'],
  [`${OWN}/`, '/club'],
  [undefined, '/club'],
  ['no address', '/club'],
])('the page %s is at %s', (referer, address) => {
  expect(addressFrom(referer)).toBe(address);
});

it('a parameter is set once, or removed', () => {
  expect(addressFrom(`${OWN}/club?password=wrong&x=1&password=x`, { password: 'wrong' })).toBe(
    '/club?password=wrong&x=1',
  );
  expect(addressFrom(`${OWN}/club?password=wrong&x=1`, { password: null })).toBe('/club?x=1');
  expect(addressFrom(undefined, { password: 'wrong' })).toBe('/club?password=wrong');
});

it('a query leads to no other page and adds no header', () => {
  for (const query of [
    '//evil.example',
    '&url=https://evil.example/',
    '/../..//evil.example',
    '@evil.example',
  ])
    expect(addressFrom(`https://evil.example//evil.example?${query}`)).toMatch(/^\/club\?[\w.%=&+*-]*$/);
  expect(addressFrom(`${OWN}/club?a=%0d%0aSet-Cookie:b%23c`)).toBe('/club?a=%0D%0ASet-Cookie%3Ab%23c');
});

it('a query that is too long is left out, also if only its encoding is', () => {
  const longest = 'a'.repeat(1_998);
  expect(addressFrom(`${OWN}/club?x=${longest}`)).toBe(`/club?x=${longest}`);
  expect(addressFrom(`${OWN}/club?x=${longest}a`, { password: 'wrong' })).toBe('/club?password=wrong');
  expect(addressFrom(`${OWN}/club?x=${'['.repeat(700)}`)).toBe('/club');
});
