import { expect, it } from 'vitest';
import { intentOf } from './intent.ts';

it.each([
  ['/sell', 'selling'],
  ['/sell/staging-tips', 'selling'],
  ['/buy', 'buying'],
  ['/buy/', 'buying'],
  ['/buy/mortgage-guide', 'buying'],
  ['/neighborhoods', 'research'],
  ['/service-areas', 'research'],
  ['/blog', 'research'],
  ['/blog/spring-market', 'research'],
  ['/contact', 'consultation'],
  ['/contact-us', 'consultation'],
  ['/lead-form-demo', 'consultation'],
  ['/about', 'consultation'],
  ['/', 'general'],
  ['/wp/sell', 'general'],
  ['/about-face', 'general'],
])('%s tells of %s', (path, intent) => {
  expect(intentOf(path)).toBe(intent);
});
