import { describe, expect, it } from 'vitest';
import { readRawPage } from '../../content/values/raw-page.ts';
import { saveTargetOf, visiblePages } from './editing-rights.ts';

const account = (mayEdit: boolean) => ({ writer: {}, name: 'Alex', isOwn: true, mayEdit, mayPublish: false });
const page = (status: string, id: number) =>
  readRawPage({ id, slug: 'buy', status, title: { rendered: 'Buy' } });

describe('where an account saves', () => {
  const none = { kind: 'read-only', reason: 'Set WORDPRESS_API_URL.' } as const;
  it('is WordPress if it may edit the page there', () => {
    expect(saveTargetOf(account(true), none)).toEqual({ kind: 'wordpress' });
    expect(saveTargetOf(account(true), none, { mayEdit: true, state: 'draft' })).toEqual({
      kind: 'wordpress',
    });
  });
  it('is nowhere otherwise, and says whose account it is and who can help', () => {
    expect(saveTargetOf(account(false), none, { mayEdit: false, state: 'draft' })).toMatchObject({
      kind: 'read-only',
      reason: expect.stringMatching(/^You work as Alex .* may not edit pages there\. Ask an administrator/),
    });
    expect(saveTargetOf(account(true), none, { mayEdit: false, state: 'draft' })).toMatchObject({
      reason: expect.stringContaining('may not edit this page'),
    });
  });
  it('is nowhere for a built-in page that was never changed, unless the account may publish', () => {
    const builtIn = { mayEdit: true, state: 'built-in' } as const;
    expect(saveTargetOf(account(true), none, builtIn)).toMatchObject({
      kind: 'read-only',
      reason: expect.stringMatching(/^You work as Alex .* may not publish pages there\. The first change/),
    });
    expect(saveTargetOf({ ...account(true), mayPublish: true }, none, builtIn)).toEqual({
      kind: 'wordpress',
    });
  });
  it('is the target of the site if there is no account that can write to WordPress', () => {
    expect(saveTargetOf({ ...account(true), writer: null }, none)).toBe(none);
  });
});

describe('the pages that an account may see', () => {
  const built = { own: null };
  const [live, draft, own] = [page('publish', 1), page('draft', 2), page('private', 3)].map((each) => ({
    own: each,
  }));
  expect.assert(live && draft && own);
  const all = [live, draft, own, built];
  it('are all pages if WordPress shows it all', () => {
    expect(visiblePages(all, { unpublished: 'all' })).toEqual(all);
  });
  it('are the public and built-in ones, and those that WordPress names, otherwise', () => {
    expect(visiblePages(all, { unpublished: new Set() })).toEqual([live, built]);
    expect(visiblePages(all, { unpublished: new Set([3]) })).toEqual([live, own, built]);
  });
});
