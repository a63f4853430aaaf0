import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSync, type OpenSync } from '../server/support/open-sync.ts';
import { createPage, editPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
let one: OpenSync;
beforeAll(async () => {
  wordpress = await startWordPress();
  one = await openSync({ ...wordpress.env, CONTENT_MAX_AGE: '3600' }, { timing: { firstRetry: 500 } });
  await one.sync.check();
});
afterAll(async () => {
  await one?.closeAndRemove();
  await wordpress?.remove();
});

const state = z.object({ version: z.string(), page_on_front: z.number() });
const readState = async () => state.parse(await wordpress.editor.get('/lintel/v1/state'));

describe('the mirror of a real WordPress', () => {
  test('is complete, without any problem to fix', () => {
    expect(one.sync.health()).toMatchObject({ state: 'current', lastFault: null, notices: [] });
    expect(one.mirror.contents().complete).toBe(true);
    expect(Object.values(one.data('page')).map(({ slug }) => slug)).toContain('home');
    expect(Object.keys(one.data('menu')).toSorted()).toEqual(['footer', 'primary']);
    expect(Object.keys(one.data('author'))).toHaveLength(1);
    expect(one.data('site')['site']).toMatchObject({ page_on_front: expect.any(Number) as unknown });
  });

  test('follows a page from its first draft to its deletion', async () => {
    const id = await createPage(wordpress.editor, {
      title: 'Followed',
      slug: 'followed',
      status: 'draft',
      acf: { hero_title: 'Not yet' },
    });
    await one.sync.check();
    expect(one.data('page')[id]).toMatchObject({ status: 'draft' });
    expect(one.data('page')[id]).not.toHaveProperty('acf');
    await editPage(wordpress.editor, id, { status: 'publish' });
    await one.sync.check();
    expect(one.data('page')[id]).toMatchObject({ status: 'publish', acf: { hero_title: 'Not yet' } });
    // This edit usually happens within the same second as the previous one, so the page's modification time stays equal.
    await editPage(wordpress.editor, id, { acf: { hero_title: 'Now' } });
    await one.sync.check();
    expect(one.data('page')[id]).toMatchObject({ acf: { hero_title: 'Now' } });
    await wordpress.editor.delete(`/wp/v2/pages/${id}`);
    await one.sync.check();
    expect(one.data('page')[id]).toMatchObject({ status: 'trash', slug: 'followed__trashed' });
    await wordpress.editor.delete(`/wp/v2/pages/${id}?force=true`);
    await one.sync.check();
    expect(one.data('page')[id]).toBeUndefined();
  });

  test('has the new address of a page whose parent moved', async () => {
    const parent = await createPage(wordpress.editor, { title: 'Parent', slug: 'the-parent' });
    const child = await createPage(wordpress.editor, { title: 'Child', slug: 'the-child', parent });
    await one.sync.check();
    await editPage(wordpress.editor, parent, { slug: 'the-new-parent' });
    await one.sync.check();
    expect(one.data('page')[child]).toMatchObject({
      link: expect.stringContaining('/the-new-parent/the-child') as unknown,
    });
  });

  test('has the changes that a new content version announces', async () => {
    const [categories] = z
      .array(z.object({ id: z.number() }))
      .min(1)
      .parse(await wordpress.editor.get('/wp/v2/categories?_fields=id'));
    const { id: me } = z.object({ id: z.number() }).parse(await wordpress.editor.get('/wp/v2/users/me'));
    const changes: [string, () => Promise<unknown>, () => unknown][] = [
      [
        'settings',
        () => wordpress.admin.post('/lintel/v1/site-settings', { priceRange: 'From Avery Lake' }),
        () => one.data('settings')['site'],
      ],
      [
        'the name of the site',
        () => wordpress.admin.post('/wp/v2/settings', { title: 'Lake Homes' }),
        () => one.data('site')['site'],
      ],
      [
        'a term',
        () => wordpress.editor.post(`/wp/v2/categories/${categories?.id}`, { name: 'Lake Life' }),
        () => one.data('category')[String(categories?.id)],
      ],
      [
        'an author',
        () => wordpress.editor.post(`/wp/v2/users/${me}`, { name: 'Avery Lake' }),
        () => one.data('author')[String(me)],
      ],
    ];
    for (const [what, change, read] of changes) {
      const { version } = await readState();
      await change();
      expect((await readState()).version, what).not.toBe(version);
      await one.sync.check();
      expect(JSON.stringify(read()), what).toContain('Lake');
    }
  });

  test('is not announced as changed when someone only reads', async () => {
    const { version } = await readState();
    await wordpress.editor.get('/wp/v2/pages?context=edit');
    await wordpress.admin.get('/wp/v2/settings');
    await one.sync.check();
    expect((await readState()).version).toBe(version);
  });
});

test('the plugin reads the account from another header if the web server uses HTTP authentication itself', async () => {
  const ask = (account: string) =>
    fetch(`${wordpress.url}/?rest_route=/wp/v2/users/me`, {
      headers: {
        authorization: `Basic ${Buffer.from('staging:secret').toString('base64')}`,
        'x-lintel-authorization': account,
      },
    });
  const { WORDPRESS_USERNAME: name, WORDPRESS_APP_PASSWORD: password } = wordpress.env;
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect((await ask(basic(`${name}:${password}`))).status).toBe(200);
  expect((await ask(basic(`${name}:wrong`))).status).toBe(401);
  expect((await ask('none')).status).toBe(401);
});
