import { json } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCommentDelivery } from '../../server/comments/comment-delivery.ts';
import { checkSignedRequest } from '../../server/content/rest/signed-request.ts';
import { onEachEngine } from './database-engines.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeAnswer, type FakeSite } from './support/fake-site.ts';

const SECRET = 'the-secret-of-the-tests-of-comments-that-visitors-write';
const JANE = { post: '1', author: 'Jane Doe', email: 'jane@visitor.test', comment: 'Is it still for sale?' };

onEachEngine((newDatabase) => {
  let wordpress: FakeSite;
  let app: RunningApp;
  let time: number;
  /** What the plugin got, and what it answers. */
  let got: Record<string, unknown>[];
  let answer: FakeAnswer;

  const open = async (more: Record<string, string> = {}) => {
    app = await runApp(
      { ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET, ...(await newDatabase()), ...more },
      undefined,
      {
        now: () => time,
      },
    );
  };
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/comments`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers,
    });
  const page = async (path: string) => parseHtml(await (await fetch(app.url + path)).text());
  const rows = () => app.database.query.selectFrom('comments').selectAll().execute();
  const take = async (_query: URLSearchParams, request: IncomingMessage): Promise<FakeAnswer> => {
    const body = await json(request);
    if (typeof body === 'object' && body) got.push({ ...body });
    return answer;
  };

  beforeEach(async () => {
    time = Date.UTC(2026, 10, 27);
    got = [];
    answer = { json: { id: 5, status: 'unapproved' } };
    wordpress = await startFakeSite();
    wordpress.secret = SECRET;
    wordpress.settings = { comments: 'open' };
    const date_gmt = '2026-11-20T10:00:00';
    wordpress.add('posts', { id: 1, slug: 'hello', comment_status: 'open', date_gmt });
    wordpress.add('posts', { id: 2, slug: 'closed', comment_status: 'closed', date_gmt });
    wordpress.add('comments', { id: 7, author_name: 'Joe' });
    wordpress.add('comments', { id: 8, post: 2 });
    wordpress.routes.set('/lintel/v1/comments', take);
  });
  afterEach(async () => {
    await app.stop();
    await wordpress.stop();
  });

  it('the form is gone when WordPress closes the comments on older posts', async () => {
    wordpress.root['discussion'] = { close_days: 14 };
    await open();
    expect((await page('/hello')).querySelector('#respond')).not.toBeNull();
    time = Date.UTC(2026, 11, 4, 10, 0, 0);
    expect((await page('/hello')).querySelector('#respond')).not.toBeNull();
    time += 1;
    expect((await page('/hello')).querySelector('#respond')).toBeNull();
    expect((await post(JANE)).status).toBe(410);
  });

  it('a comment is stored before the answer, brought to WordPress once, and erased here', async () => {
    await open();
    const answered = await post(JANE);
    expect([answered.status, answered.headers.get('location')]).toEqual([
      303,
      '/hello?comment=waits#respond',
    ]);
    expect(await rows()).toMatchObject([{ name: 'Jane Doe', body: JANE.comment, state: 'waiting' }]);
    expect(
      (await page('/hello?comment=waits')).querySelector('#respond [role=status]')?.textContent,
    ).toContain('waits for approval');
    // A double click, and a visitor who goes back and sends it again.
    await Promise.all([post(JANE), post(JANE)]);
    await app.comments?.drain();
    await app.comments?.drain();
    expect((await post(JANE)).status).toBe(303);
    await app.comments?.drain();
    expect(got).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
        post: 1,
        parent: 0,
        name: 'Jane Doe',
        email: 'jane@visitor.test',
        body: JANE.comment,
        ip: '127.0.0.1',
        agent: 'node',
        spam: false,
      },
    ]);
    const stored = await rows();
    expect(stored).toMatchObject([
      { state: 'delivered', name: '', email: '', body: '', ip: '', user_agent: '' },
    ]);
    expect(JSON.stringify(app.events())).not.toMatch(/Jane|visitor\.test|for sale/);
  });

  it('waits no longer than its longest wait if the clock was ahead', async () => {
    await open();
    time += 24 * 60 * 60_000;
    await post(JANE);
    answer = { status: 500, json: { code: 'lintel_unreadable', message: 'No.' } };
    await app.comments?.drain();
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    time -= 24 * 60 * 60_000;
    answer = { json: { id: 5 } };
    await app.comments?.drain();
    expect(await rows()).toMatchObject([{ state: 'delivered' }]);
  });

  it('does not hold up a server that stops while WordPress does not answer', async () => {
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    await open();
    await post(JANE);
    const delivery = createCommentDelivery({
      wordpress: app.config.wordpress,
      database: app.database,
      log: pino({ level: 'silent' }),
      now: () => time,
      fetch: () => {
        asked();
        return new Promise(() => {});
      },
      stopTimeoutMs: 50,
    });
    delivery?.start();
    await isAsked;
    await delivery?.stop();
    expect(await rows()).toMatchObject([{ state: 'waiting' }]);
  });

  it('a reply leads back to the page of the comments on which it was written', async () => {
    await open();
    const referer = `${app.url}/hello?cpage=2&replytocom=7&x=1`;
    const answered = await post({ ...JANE, parent: '7' }, { referer });
    expect(answered.headers.get('location')).toBe('/hello?cpage=2&x=1&comment=waits#respond');
  });

  it('is signed, and is tried again until WordPress takes it', async () => {
    await open();
    await post(JANE);
    const seen: (string | undefined)[] = [];
    wordpress.routes.set('/lintel/v1/comments', async (_query, request) => {
      const header = request.headers['x-lintel-signature'];
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const body = Buffer.concat(chunks).toString();
      const parts = { method: 'POST', route: '/lintel/v1/comments', body };
      const checked = checkSignedRequest(String(header), parts, { secret: SECRET, now: Date.now() });
      seen.push('id' in checked ? 'signed' : checked.error);
      return answer;
    });
    for (const [status, code] of [
      [500, 'lintel_unreadable'],
      [429, 'comment_flood'],
      [401, 'lintel_unknown_writer'],
    ] as const) {
      answer = { status, json: { code, message: 'No: Jane Doe' } };
      await app.comments?.drain();
      expect(await rows()).toMatchObject([{ state: 'waiting', last_error: code }]);
      time += 60 * 60_000;
    }
    wordpress.misbehaviour = 'down';
    await app.comments?.drain();
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 4 }]);
    time += 60 * 60_000;
    wordpress.misbehaviour = null;
    answer = { json: { id: 5 } };
    await app.comments?.drain();
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 5, last_error: null }]);
    expect(seen).toEqual(['signed', 'signed', 'signed', 'signed']);
    expect(JSON.stringify(app.events())).not.toContain('Jane');
  });

  it('WordPress has it already, or does not take it: it is not sent again', async () => {
    await open();
    await post(JANE);
    answer = { status: 409, json: { code: 'comment_duplicate', message: 'Duplicate' } };
    await app.comments?.drain();
    await post({ ...JANE, comment: 'Another' });
    answer = { status: 409, json: { code: 'lintel_comments_closed', message: 'Closed' } };
    await app.comments?.drain();
    time += 60 * 60_000;
    await app.comments?.drain();
    expect(got).toHaveLength(2);
    const states = (await rows()).map(({ state, body }) => `${state} ${body}`);
    expect(states.toSorted()).toEqual(['delivered ', 'refused ']);

    // The editor has opened the comments again: the refused one is sent, and the other is not repeated.
    answer = { json: { id: 6 } };
    await post({ ...JANE, comment: 'Another' });
    await post(JANE);
    await app.comments?.drain();
    expect(got.slice(2)).toMatchObject([{ body: 'Another', name: 'Jane Doe' }]);
    expect((await rows()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    time += 29 * 24 * 60 * 60_000;
    await app.comments?.drain();
    expect(await rows()).toHaveLength(2);
    time += 25 * 60 * 60_000;
    await app.comments?.drain();
    expect(await rows()).toEqual([]);
  });

  it('without the plugin, WordPress’s own route takes it, with the account', async () => {
    wordpress.routes.delete('/lintel/v1/comments');
    wordpress.routes.set('/wp/v2/comments', async (query, request) =>
      request.method === 'POST' ? take(query, request) : null,
    );
    await open();
    await post({ ...JANE, parent: '7' });
    await app.comments?.drain();
    expect(got).toEqual([
      {
        post: 1,
        parent: 7,
        author_name: 'Jane Doe',
        author_email: 'jane@visitor.test',
        author_ip: '127.0.0.1',
        author_user_agent: 'node',
        content: JANE.comment,
      },
    ]);
    expect(await rows()).toMatchObject([{ state: 'delivered' }]);
  });

  it('without the plugin, a comment has no rights and no name of the account', async () => {
    wordpress.root['discussion'] = { name_email: false };
    wordpress.routes.delete('/lintel/v1/comments');
    wordpress.routes.set('/wp/v2/comments', async (query, request) =>
      request.method === 'POST' ? take(query, request) : null,
    );
    await open();
    await post({ post: '1', comment: '“I <3 it” & <img src=x onerror=alert(1)>' });
    await app.comments?.drain();
    expect(got).toMatchObject([
      {
        author_name: 'Anonymous',
        author_email: '',
        content: '“I &lt;3 it” &amp; &lt;img src=x onerror=alert(1)&gt;',
      },
    ]);
  });

  it('what a bot wrote goes to WordPress as spam', async () => {
    await open();
    expect((await post({ ...JANE, website: 'https://spam.example' })).status).toBe(303);
    await app.comments?.drain();
    expect(got).toMatchObject([{ spam: true }]);
  });

  it('answers a comment of this post only', async () => {
    await open();
    for (const parent of ['7', '8', '99', 'x']) await post({ ...JANE, comment: `To ${parent}`, parent });
    const parents = (await rows()).map(({ body, parent }) => `${body}: ${parent}`);
    expect(parents.toSorted()).toEqual(['To 7: 7', 'To 8: 0', 'To 99: 0', 'To x: 0']);
    const form = await page('/hello?replytocom=7');
    expect(form.querySelector('#respond h2')?.textContent).toBe('Reply to Joe');
    expect(form.querySelector('#respond [name=parent]')?.getAttribute('value')).toBe('7');
    const other = await page('/hello?replytocom=8');
    expect(other.querySelector('#respond [name=parent]')).toBeNull();
    expect(other.querySelector('#comment-7 a[rel=nofollow]')?.getAttribute('href')).toBe(
      '/hello?replytocom=7#respond',
    );
  });

  it.each([
    ['without a text', {}, { comment: ' ' }, 422],
    ['without a name', {}, { author: '' }, 422],
    ['below a post that takes none', {}, { post: '2' }, 410],
    ['below a post that does not exist', {}, { post: '99' }, 410],
    ['that is too long', {}, { comment: 'x'.repeat(70_000) }, 413],
    ['from another site', { origin: 'https://evil.example' }, {}, 403],
  ])('a comment %s is refused, and nothing is stored', async (_what, headers, change, status) => {
    await open();
    const refused = await post({ ...JANE, ...change }, headers);
    expect(refused.status).toBe(status);
    expect(refused.headers.get('content-type')).toContain('text/html');
    expect(await rows()).toEqual([]);
  });

  it('too many from one address are refused, with the time to wait', async () => {
    await open({ LEAD_RATE_LIMIT: '2' });
    const statuses: number[] = [];
    for (let each = 0; each < 3; each += 1)
      statuses.push((await post({ ...JANE, comment: `${each}` })).status);
    expect(statuses).toEqual([303, 303, 429]);
    expect(await rows()).toHaveLength(2);
  });

  it.each([
    ['is shown', { comments: 'shown' }, {}],
    ['is the default', {}, {}],
    ['is open, but only for registered users', { comments: 'open' }, { registration: true }],
    ['is open, but the post is too old', { comments: 'open' }, { close_days: 3 }],
  ])('where the setting %s, there is no form', async (_what, settings, discussion) => {
    wordpress.settings = settings;
    wordpress.root['discussion'] = discussion;
    await open();
    const document = await page('/hello');
    expect(document.querySelector('#comment-7')).not.toBeNull();
    expect(document.querySelector('#respond, form[action="/api/comments"], a[href*=replytocom]')).toBeNull();
    expect((await post(JANE)).status).toBe(410);
    expect(await rows()).toEqual([]);
  });

  it('says that comments are closed below a post that has some and takes none', async () => {
    await open();
    expect((await page('/closed')).querySelector('#comments')?.textContent).toContain('Comments are closed.');
  });
});
