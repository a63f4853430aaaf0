import { expect, test } from 'vitest';
import { redactPage } from './redact-page.ts';

const page = {
  id: 7,
  slug: 'buy',
  status: 'publish',
  link: 'https://cms.example/buy/',
  parent: 0,
  menu_order: 3,
  date_gmt: '2026-01-01T08:00:00',
  modified_gmt: '2026-01-02T08:00:00',
  title: { rendered: 'Buy' },
  content: { rendered: '<p>Text</p>', protected: false },
  excerpt: { rendered: '<p>Text</p>', protected: false },
  acf: { hero_title: 'Secret' },
  yoast_head_json: { title: 'Secret' },
};
const known = {
  id: 7,
  slug: 'buy',
  link: 'https://cms.example/buy/',
  parent: 0,
  modified_gmt: '2026-01-02T08:00:00',
  title: { rendered: 'Buy' },
};

test('a public page is stored as it is', () => expect(redactPage(page)).toBe(page));

test.each(['draft', 'pending', 'private', 'trash'])(
  'a %s page is stored without its content and custom fields',
  (status) => {
    expect(redactPage({ ...page, status })).toEqual({ ...known, status });
  },
);

test('a scheduled page is stored with its publication time', () => {
  expect(redactPage({ ...page, status: 'future' })).toEqual({
    ...known,
    status: 'future',
    date_gmt: '2026-01-01T08:00:00',
  });
});

test('a password-protected page is stored without its values, although WordPress sends them', () => {
  const content = { rendered: '', protected: true };
  expect(redactPage({ ...page, content })).toEqual({ ...known, status: 'publish', content });
  const excerpt = { rendered: '', protected: true };
  expect(redactPage({ ...page, excerpt })).toEqual({ ...known, status: 'publish', content });
});

test('the privacy draft that WordPress generates is marked', () => {
  const content = {
    rendered: '<p><strong class="privacy-policy-tutorial">Suggested text: </strong>Our website …</p>',
    protected: false,
  };
  expect(redactPage({ ...page, status: 'draft', content })).toEqual({
    ...known,
    status: 'draft',
    default_privacy: true,
  });
});

test('what the change feed sends of a page that is not public stays as it is', () => {
  const protectedContent = { rendered: '', protected: true };
  const sent = { ...known, status: 'draft', content: protectedContent, default_privacy: true };
  expect(redactPage(sent)).toEqual(sent);
});

const HASH = `pbkdf2-sha256:1000:${'ab'.repeat(16)}:${'cd'.repeat(32)}`;

test('a page that comes with the hash of its password keeps its values apart', () => {
  const sent = { ...page, content: { rendered: '<p>Text</p>', protected: true } };
  const listed = { date_gmt: '2026-01-01T10:00:00', menu_order: 3, sticky: true, categories: [1] };
  const stored = redactPage({ ...sent, ...listed, password_hash: HASH });
  const { lock, ...shown } = stored;
  expect(shown).toEqual({
    ...known,
    ...listed,
    status: 'publish',
    content: { rendered: '', protected: true },
  });
  expect(lock).toEqual({ hash: HASH, data: { ...sent, ...listed } });
});

test.each([
  ['no hash', { password_hash: 'x' }],
  ['a draft', { password_hash: HASH, status: 'draft' }],
])('what is behind a password is not kept for %s', (_what, more) => {
  const content = { rendered: '<p>Text</p>', protected: true };
  expect(redactPage({ ...page, content, ...more })).not.toHaveProperty('lock');
});
