import { expect, it } from 'vitest';
import { createAbsentPaths } from './absent-paths.ts';

it('a path is absent in one version of the content, and for a limited time', () => {
  let now = 0;
  const absent = createAbsentPaths(() => now);
  absent.add('/wp-login.php', 1, 'key');
  expect(absent.keyOf('/wp-login.php', 1)).toBe('key');
  expect(absent.keyOf('/wp-login.php', 2)).toBeNull();
  expect(absent.keyOf('/other', 1)).toBeNull();
  now = 10_000;
  expect(absent.keyOf('/wp-login.php', 1)).toBeNull();
});

it('neither many paths nor long ones fill the memory', () => {
  const absent = createAbsentPaths(() => 0);
  const long = `/${'x'.repeat(200)}`;
  absent.add(long, 1, 'key');
  expect(absent.keyOf(long, 1)).toBeNull();
  for (let at = 0; at <= 4_000; at += 1) absent.add(`/${at}`, 1, 'key');
  expect(absent.keyOf('/0', 1)).toBeNull();
  expect(absent.keyOf('/4000', 1)).toBe('key');
});
