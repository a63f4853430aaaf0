import { expect, it } from 'vitest';
import { envFileFaults } from './env-file.ts';

it.each([
  [
    'settings, comments and empty lines',
    '# The site\r\nPORT=3000\n\nexport HOST = "::1" # here\nPUBLIC_URL=\n',
  ],
  ['a value of several lines', 'KEY="-----BEGIN\nabc\n-----END"\nPORT=3000'],
  ['quotes inside a value', "MAIL_FROM=Ann's site"],
])('accepts %s', (_, text) => {
  expect(envFileFaults(text)).toEqual([]);
});

it.each([
  ['PORT=3000\nPUBLIC_URL: https://example.com', 'Line 2 is not NAME=value. Correct it, or start it with #.'],
  ['PUBLIC_URL', 'Line 1 is not NAME=value. Correct it, or start it with #.'],
  ['PUBLIC URL=https://example.com', 'Line 1 is not NAME=value. Correct it, or start it with #.'],
  ['PORT=3000\nSECRET_KEY="abc\nHOST=\n', 'The " in line 2 is not closed.'],
])('names the line of each fault: %j', (text, fault) => {
  expect(envFileFaults(text)).toEqual([fault]);
});

it('never quotes a line', () => {
  expect(envFileFaults('SECRET_KEY sesame\nSECRET_KEY="sesame').join()).not.toContain('sesame');
});
