import { expect, it } from 'vitest';
import { MAX_MENU_ITEMS, MAX_MENU_TITLE_CHARACTERS, siteSettingsCalls } from './site-settings-calls.ts';

it('accepts a request with the longest menu', () => {
  const { input, maxBodyBytes } = siteSettingsCalls.saveMenu;
  const items = Array.from({ length: MAX_MENU_ITEMS }, (_, index) => ({
    id: index + 1,
    title: '家'.repeat(MAX_MENU_TITLE_CHARACTERS),
    url: `https://example.com/${'家'.repeat(480)}`,
    parent: 0,
  }));
  const menu = input.parse({ location: 'primary', base: 7, items });
  expect(Buffer.byteLength(JSON.stringify(menu))).toBeLessThan(maxBodyBytes);
});
