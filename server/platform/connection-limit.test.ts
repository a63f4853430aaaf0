import { expect, it } from 'vitest';
import { connectionLimit } from './connection-limit.ts';

const limits = (files: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max open files            ${files}                 65536                files
Max locked memory         8388608              8388608              bytes
`;

it.each([
  ['1048576', 1_048_448],
  ['1024', 896],
  ['100', 50],
  ['unlimited', null],
])('keeps files for the server itself: %s', (files, most) => {
  expect(connectionLimit(limits(files))).toBe(most);
});

it('other systems have no limit that can be read', () => {
  expect(connectionLimit('')).toBeNull();
});
