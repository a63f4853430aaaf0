import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLinkResolver, withHomeAsRoot } from './site-links.ts';

const links = createLinkResolver(['https://cms.example/blog', 'https://www.example.com']);

test.each([
  ['https://cms.example/blog/buy/', '/buy'],
  ['http://cms.example/blog/home/', '/home'],
  ['https://cms.example/blog', '/'],
  ['https://cms.example/other/', 'https://cms.example/other/'],
  ['https://cms.example/blog/index.php/about/', '/about'],
  ['https://www.example.com/sell/#form', '/sell#form'],
  ['https://cms.example/blog/?page_id=7', '/?page_id=7'],
  ['https://cms.example/blog/2026/roofs.html#top', '/2026/roofs.html#top'],
  ['https://cms.example/blog/wp-login.php', 'https://cms.example/blog/wp-login.php'],
  ['https://cms.example/blog//evil.example/', '/evil.example'],
  ['/wp-content/uploads/a.jpg', 'https://cms.example/blog/wp-content/uploads/a.jpg'],
  ['//other.example/x', 'https://other.example/x'],
  ['https://cms.example/blog/app/uploads/plan.pdf', 'https://cms.example/blog/app/uploads/plan.pdf'],
  ['about', '/about'],
])('%s › %s', (given, expected) => expect(links.resolve(given)).toBe(expected));

test.each([
  ['https://cms.example/blog/2026/roofs/', '/2026/roofs'],
  ['https://cms.example/blog/index.php/roofs.html', '/roofs.html'],
  ['https://cms.example/blog/', '/'],
  ['/roofs/', '/roofs'],
  ['https://cms.example/blog/?p=7', null],
  ['https://other.example/roofs', null],
  ['#roofs', null],
  ['mailto:a@example.com', null],
])('the path of %s is %s', (given, expected) => expect(links.pathOf(given)).toBe(expected));

test('/home is / unless it is a page of its own', () => {
  let isOwnPage = false;
  const home = withHomeAsRoot(links, () => isOwnPage);
  expect(home.resolve('https://cms.example/blog/home/?a=1#b')).toBe('/?a=1#b');
  expect(home.resolve('https://cms.example/blog/home')).toBe('/');
  expect(home.resolve('/homes')).toBe('/homes');
  isOwnPage = true;
  expect(home.resolve('https://cms.example/blog/home/')).toBe('/home');
});

// Not `fc.webUrl()`, which takes seconds to prepare.
const anyUrl = fc
  .tuple(
    fc.constantFrom('http', 'https', 'ftp', 'javascript'),
    fc.stringMatching(/^[a-z]{1,9}\.[a-z]{2,4}$/),
    fc.string(),
  )
  .map(([scheme, host, rest]) => `${scheme}://${host}/${rest}`);

test('returns only web, mail and telephone URLs, and never a path that leads to another host', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        anyUrl,
        fc.string().map((path) => `/${path}`),
        fc.constantFrom('\\\\x', '/\\x', '///x'),
      ),
      (given) => {
        const resolved = links.resolve(given);
        if (resolved === null) return;
        expect(resolved).toMatch(/^(?:https?:\/\/|mailto:|tel:|sms:|\/(?!\/)|#)/);
      },
    ),
  );
});

test.each([
  ['https://cms.example/blog/app/uploads/a.jpg', 'https://cms.example/blog/app/uploads/a.jpg'],
  ['/wp-content/uploads/a.jpg', 'https://cms.example/blog/wp-content/uploads/a.jpg'],
  ['/scenes/hero.svg', '/scenes/hero.svg'],
  ['data:image/png;base64,AAAA', null],
  ['javascript:x', null],
])('the file %s is at %s', (given, expected) => expect(links.file(given)).toBe(expected));
