import { describe, expect, it } from 'vitest';
import { readPage } from '../../content/values/raw-page.ts';
import { mayOpen, targetOf } from './editing-rights.ts';

const account = (mayEdit: boolean) => ({ writer: {}, name: 'Alex', isOwn: true, mayEdit, mayPublish: false });
const page = (status: string) => readPage({ id: 7, slug: 'buy', status, title: { rendered: 'Buy' } });

describe('where an account saves', () => {
  const none = { kind: 'read-only', reason: 'Set WORDPRESS_API_URL.' } as const;
  it('is WordPress if it may edit the page there', () => {
    expect(targetOf(account(true), none)).toEqual({ kind: 'wordpress' });
    expect(targetOf(account(true), none, { mayEdit: true })).toEqual({ kind: 'wordpress' });
  });
  it('is nowhere otherwise, and says whose account it is and who can help', () => {
    expect(targetOf(account(false), none, { mayEdit: false })).toMatchObject({
      kind: 'read-only',
      reason: expect.stringMatching(/^You work as Alex .* may not edit pages there\. Ask an administrator/),
    });
    expect(targetOf(account(true), none, { mayEdit: false })).toMatchObject({
      reason: expect.stringContaining('may not edit this page'),
    });
  });
  it('is the target of the site if there is no account that can write to WordPress', () => {
    expect(targetOf({ ...account(true), writer: null }, none)).toBe(none);
  });
});

it('an account that may not edit pages opens only what visitors see', () => {
  const opens = (mayEdit: boolean) =>
    [page('publish'), page('draft'), page('private'), null].map((own) => mayOpen(account(mayEdit), { own }));
  expect(opens(false)).toEqual([true, false, false, true]);
  expect(opens(true)).toEqual([true, true, true, true]);
});
