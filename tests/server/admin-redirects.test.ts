import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REDIRECT_VERSION_TABLE } from '../../server/database/schema/migrations/94-redirect-version.ts';
import type { RedirectListResponse } from '../../src/contracts/operators/site-calls.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  let now = Date.now();
  beforeAll(async () => {
    app = await runApp(await newDatabase(), undefined, { now: () => now });
    client = await signIn(app);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    await app.database.query.deleteFrom('redirects').execute();
    await app.database.query.deleteFrom('audit').execute();
    // Move the clock, so that the redirects are read again.
    now += 4000;
  });

  const add = async (from: string, to: string) => {
    const answer = await client.send('POST', '/api/admin/redirects', { from, to });
    const body: Record<string, string> = await answer.json();
    return { status: answer.status, ...body };
  };
  const table = async (): Promise<RedirectListResponse> =>
    (await client.fetch('/api/admin/redirects')).json();
  const visit = async (path: string, method = 'GET') => {
    const answer = await fetch(app.url + path, {
      method,
      redirect: 'manual',
      ...(method === 'POST'
        ? { body: 'phone=5155550123', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
        : {}),
    });
    return [answer.status, answer.headers.get('location')];
  };

  describe('adding and removing', () => {
    it('takes effect immediately for each spelling, keeps the query, and is recorded', async () => {
      expect(await visit('/old-page')).toEqual([404, null]);
      expect(await add('/Old-Page/', '/buy')).toMatchObject({ status: 201, from: '/old-page', to: '/buy' });
      expect(await visit('/old-page')).toEqual([301, '/buy']);
      expect(await visit('/OLD-PAGE/')).toEqual([301, '/buy']);
      expect(await visit('//old-page//')).toEqual([301, '/buy']);
      expect(await visit('/old%2Dpage?utm_source=x&b=2')).toEqual([301, '/buy?utm_source=x&b=2']);
      expect(await visit('/old-page', 'POST')).toEqual([308, '/buy']);
      expect(await visit('/old-page?utm_source=x', 'POST')).toEqual([308, '/buy?utm_source=x']);
      const { own, builtIn } = await table();
      expect(own).toEqual([
        {
          from: '/old-page',
          to: '/buy',
          createdBy: 'Olive Operator',
          createdAt: expect.any(Number),
          isPage: false,
        },
      ]);
      expect(builtIn).toContainEqual({ from: '/buyers', to: '/buy' });

      const removed = await client.send('POST', '/api/admin/redirects/remove', { from: '/old-page' });
      expect(removed.status).toBe(200);
      expect(await visit('/old-page')).toEqual([404, null]);
      expect((await client.send('POST', '/api/admin/redirects/remove', { from: '/old-page' })).status).toBe(
        404,
      );
      const audit = await app.database.query.selectFrom('audit').select(['action', 'subject']).execute();
      expect(audit).toEqual(
        expect.arrayContaining([
          { action: 'redirect-added', subject: '/old-page' },
          { action: 'redirect-removed', subject: '/old-page' },
        ]),
      );
    });

    it('gives way to a page that is published later at its path', async () => {
      const row = { from_path: '/about', to_path: '/buy', created_by: null, created_at: 1 };
      await app.database.query.insertInto('redirects').values(row).execute();
      expect((await table()).own).toMatchObject([{ from: '/about', isPage: true }]);
      await expect.poll(() => visit('/about')).toEqual([200, null]);
      expect(await visit('/about/')).toEqual([301, '/about']);
      expect((await visit('/about', 'POST'))[1]).toBeNull();
    });

    it('takes effect within seconds on other servers, without a query per page view', async () => {
      // Reads the table, so that visits read nothing for three seconds.
      expect(await add('/other', '/buy')).toMatchObject({ status: 201 });
      expect(await visit('/moved')).toEqual([404, null]);
      await app.database.query
        .insertInto('redirects')
        .values({ from_path: '/moved', to_path: '/sell', created_by: null, created_at: 1 })
        .execute();
      now += 1000;
      expect(await visit('/moved')).toEqual([404, null]);
      now += 3000;
      // A visitor waits for the table for a short time only.
      await expect.poll(() => visit('/moved')).toEqual([301, '/sell']);
    });

    it('allows targets with a query and a fragment, and https URLs', async () => {
      expect(await add('/a', '/buy?x=1#form')).toMatchObject({ status: 201, to: '/buy?x=1#form' });
      expect(await visit('/a?y=2')).toEqual([301, '/buy?x=1&y=2#form']);
      expect(await add('/b', 'https://partner.example.com/page?c=1')).toMatchObject({ status: 201 });
      expect(await visit('/b?secret=1')).toEqual([301, 'https://partner.example.com/page?c=1']);
      // Form posts are never redirected to another site.
      expect((await visit('/b', 'POST'))[1]).toBeNull();
      expect(await add('/c', `${app.url}/sell`)).toMatchObject({ status: 201, to: '/sell' });
    });

    it('recognizes paths in other scripts, however they are encoded', async () => {
      expect(await add('/Über-uns/Café', '/about')).toMatchObject({ status: 201, from: '/über-uns/café' });
      expect(await visit('/%C3%9Cber-uns/caf%C3%A9')).toEqual([301, '/about']);
      // Here, the accents are separate combining characters.
      expect(await visit('/u%CC%88ber-uns/cafe%CC%81/')).toEqual([301, '/about']);
      expect(await add('/%C3%BCber-uns/caf%C3%A9', '/buy')).toMatchObject({ status: 422 });
      expect(await add('/%E0%A4', '/buy')).toMatchObject({ status: 422 });
    });
  });

  describe('chains and loops', () => {
    it('follows moved targets, and updates redirects to a path that moves now', async () => {
      expect(await add('/one', '/buyers')).toMatchObject({
        status: 201,
        to: '/buy',
        note: expect.stringContaining('/buyers'),
      });
      expect(await add('/two', '/one')).toMatchObject({ status: 201, to: '/buy' });
      await app.database.query
        .insertInto('redirects')
        .values({ from_path: '/early', to_path: '/late#x', created_by: null, created_at: 1 })
        .execute();
      expect(await add('/late', '/sell')).toMatchObject({ status: 201 });
      expect(await visit('/early')).toEqual([301, '/sell']);
    });

    it.each([
      ['/same', '/same'],
      ['/same', '/Same/?x=1'],
      ['/circle', '/early'],
    ])('refuses %s to %s', async (from, to) => {
      await app.database.query
        .insertInto('redirects')
        .values({ from_path: '/early', to_path: '/circle', created_by: null, created_at: 1 })
        .execute();
      expect(await add(from, to)).toMatchObject({
        status: 422,
        field: 'to',
        error: expect.stringContaining('circle'),
      });
    });
  });

  describe('invalid redirects', () => {
    it.each([
      'old-page',
      'https://example.com/old',
      '//evil.example/x',
      '/\\evil.example',
      '/old?x=1',
      '/old#x',
      '/',
      '/buy',
      '/Buy/',
      '/contact-us',
      '/buyers',
      '/home',
      '/admin',
      '/admin/leads/x',
      '/API/contact',
      '/oauth/error',
      '/sign-in',
      '/webhooks/ghl/test',
      '/wp-json/wp/v2',
      '/a/../b',
      '/a%2Fb',
      '/a%00b',
      `/${'a'.repeat(400)}`,
    ])('from %s', async (from) => {
      expect(await add(from, '/sell')).toMatchObject({
        status: 422,
        field: 'from',
        error: expect.any(String),
      });
      expect((await table()).own).toEqual([]);
    });

    it.each([
      '',
      'buy',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      'http://example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      'https:evil.example',
      'https://',
      'https://user:secret@example.com/',
      'https://localhost/',
      'ftp://example.com/',
      '/no-such-page',
      '/%2e%2e//evil.example',
      `https://example.com/${'a'.repeat(2000)}`,
    ])('to %s', async (to) => {
      expect(await add('/fresh', to)).toMatchObject({ status: 422, field: 'to', error: expect.any(String) });
      expect((await table()).own).toEqual([]);
    });

    it('a second one for the same path, and invalid input', async () => {
      expect(await add('/twice', '/buy')).toMatchObject({ status: 201 });
      expect(await add('/twice/', '/sell')).toMatchObject({
        status: 422,
        error: expect.stringContaining('Remove that one first'),
      });
      expect((await client.send('POST', '/api/admin/redirects', { from: 1 })).status).toBe(422);
      expect((await client.send('POST', '/api/admin/redirects/remove', {})).status).toBe(422);
      expect((await fetch(`${app.url}/api/admin/redirects`)).status).toBe(401);
    });
  });
});

onEachEngine((newDatabase) => {
  it('two operators cannot make a circle at the same time', async () => {
    const published = new Set(['/there']);
    const checking = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let isHeld = true;
    const app = await runApp(await newDatabase(), (content) => ({
      ...content,
      async resolve(request, own) {
        const answer = await content.resolve(
          published.has(request.path) ? { ...request, path: '/buy' } : request,
          own,
        );
        if (request.path === '/there' && isHeld) {
          isHeld = false;
          checking.resolve();
          await release.promise;
        }
        return answer;
      },
    }));
    try {
      const client = await signIn(app);
      const add = async (from: string, to: string) => {
        const answer = await client.send('POST', '/api/admin/redirects', { from, to });
        return [answer.status, await answer.text()] as const;
      };
      const first = add('/here', '/there');
      await checking.promise;
      // Meanwhile an editor replaces one page by the other, and the second operator redirects.
      published.clear();
      published.add('/here');
      expect((await add('/there', '/here'))[0]).toBe(201);
      published.clear();
      release.resolve();
      const [status, text] = await first;
      expect(status).toBe(422);
      expect(text).toContain('in a circle');
      const rows = await app.database.query
        .selectFrom('redirects')
        .select(['from_path', 'to_path'])
        .execute();
      expect(rows).toEqual([{ from_path: '/there', to_path: '/here' }]);
    } finally {
      await app.stop();
    }
  });

  it('of two equal redirects that are added at the same time, one is stored', async () => {
    const app = await runApp(await newDatabase());
    try {
      const client = await signIn(app);
      const answers = await Promise.all(
        ['/buy', '/sell', '/about'].map((to) =>
          client.send('POST', '/api/admin/redirects', { from: '/gone', to }),
        ),
      );
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '422', '422']);
    } finally {
      await app.stop();
    }
  });
});

it('while the table cannot be read, pages and known redirects still work', async () => {
  let now = Date.now();
  const app = await runApp({}, undefined, { now: () => now });
  try {
    await app.database.query
      .insertInto('redirects')
      .values({ from_path: '/moved', to_path: '/sell', created_by: null, created_at: 1 })
      .execute();
    const status = async () => (await fetch(`${app.url}/moved`, { redirect: 'manual' })).status;
    // The server has read the table at its start.
    now += 4_000;
    await expect.poll(status).toBe(301);
    await app.database.query.schema.dropTable('redirects').execute();
    await app.database.query.schema.dropTable(REDIRECT_VERSION_TABLE).execute();
    now += 10_000;
    expect((await fetch(`${app.url}/buy`)).status).toBe(200);
    now += 10_000;
    expect(await status()).toBe(301);
    await expect
      .poll(() => app.events())
      .toContainEqual(expect.objectContaining({ event: 'redirects-not-read' }));
  } finally {
    await app.stop();
  }
});
