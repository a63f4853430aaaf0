import { expect, it } from 'vitest';
import { parseLinkAddress } from './link-address.ts';
import { parseUrl } from './parse-url.ts';

it('parses an address, with a base if it is relative', () => {
  expect(parseUrl('https://example.com/a')?.href).toBe('https://example.com/a');
  expect(parseUrl('/a', 'https://example.com')?.href).toBe('https://example.com/a');
  expect(parseUrl('/a')).toBeNull();
  expect(parseUrl('https://')).toBeNull();
});

it('works in a browser without URL.canParse', () => {
  const canParse = Object.getOwnPropertyDescriptor(URL, 'canParse');
  Reflect.deleteProperty(URL, 'canParse');
  try {
    expect(parseLinkAddress('/about')?.pathname).toBe('/about');
    expect(parseLinkAddress('https://')).toBeNull();
  } finally {
    Object.defineProperty(URL, 'canParse', canParse ?? {});
  }
});
