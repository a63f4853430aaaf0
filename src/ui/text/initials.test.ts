import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Jordan Avery', 'JA'],
  ['Ann', 'A'],
  ['Ann von Lee ', 'AL'],
  ['🏠 Homes 𝒜', '🏠𝒜'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
