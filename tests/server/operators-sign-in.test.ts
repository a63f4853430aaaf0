import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_IDLE_TIMEOUT_MS } from '../../server/operators/sign-in/operator-session.ts';
import { resetOperator } from '../../server/operators/accounts/manage-operators.ts';
import { deleteExpiredRows } from '../../server/operators/accounts/delete-expired-rows.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { addOperator, cookieOf, PASSWORD, signIn } from './sign-in.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let clock = Date.now();
  beforeAll(async () => {
    app = await runApp(await newDatabase(), undefined, { now: () => clock });
  });
  afterAll(() => app.stop());

  /** Attempts to sign in. Tests that exhaust the rate limit pass their own server as `on`. */
  async function attempt(email: string, password: string, cookie = '', on = app): Promise<Response> {
    return fetch(`${on.url}/api/operators/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: on.url, ...(cookie ? { cookie } : {}) },
      body: JSON.stringify({ email, password }),
    });
  }

  it('signs in with the right password and returns the operator', async () => {
    const client = await signIn(app, 'right@example.com');
    const { operator } = client;
    const session = await (await client.fetch('/api/operators/session')).json();
    expect(session).toMatchObject({ operator: { ...operator, twoFactor: false, recoveryCodesLeft: 0 } });
    expect((await client.fetch('/admin/account')).status).toBe(200);
    const audit = await app.database.query
      .selectFrom('audit')
      .selectAll()
      .where('operator_id', '=', operator.id)
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['signed-in']);
  });

  it('accepts the e-mail address in capitals and with surrounding spaces', async () => {
    await addOperator(app, 'capitals@example.com');
    expect((await attempt(' Capitals@Example.COM ', PASSWORD)).status).toBe(200);
  });

  it('treats a wrong password and an unknown address alike, with the same delays', async () => {
    await addOperator(app, 'known@example.com');
    const answers = async (email: string) => {
      const all: unknown[] = [];
      for (let count = 0; count < 5; count += 1) {
        const response = await attempt(email, 'not the password');
        all.push([response.status, response.headers.get('retry-after'), await response.json()]);
        clock += 60_000 * (count === 3 ? 0 : 1);
      }
      return all;
    };
    const known = await answers('known@example.com');
    expect(await answers('nobody@example.com')).toEqual(known);
    expect(known).toEqual([
      [401, null, { error: 'E-mail address or password is wrong.', codeNeeded: false, wait: 0 }],
      [401, null, { error: 'E-mail address or password is wrong.', codeNeeded: false, wait: 0 }],
      [401, '1', { error: 'E-mail address or password is wrong.', codeNeeded: false, wait: 1 }],
      [401, '2', { error: 'E-mail address or password is wrong.', codeNeeded: false, wait: 2 }],
      [429, '2', { error: 'Too many wrong tries. Wait, then try again.', codeNeeded: false, wait: 2 }],
    ]);
    // The log must not contain e-mail addresses or passwords.
    expect(JSON.stringify(app.events())).not.toMatch(/known@|nobody@|not the password/);
  });

  it('after wrong attempts even the right password must wait, and a successful sign-in resets the count', async () => {
    const email = 'slow@example.com';
    await addOperator(app, email);
    for (let count = 0; count < 3; count += 1) await attempt(email, 'wrong');
    expect((await attempt(email, PASSWORD)).status).toBe(429);
    clock += 1000;
    expect((await attempt(email, PASSWORD)).status).toBe(200);
    expect((await attempt(email, 'wrong')).headers.get('retry-after')).toBeNull();
  });

  it('simultaneous wrong attempts are limited like sequential ones', async () => {
    const other = await runApp(await newDatabase(), undefined, { now: () => clock });
    try {
      await addOperator(other, 'at-once@example.com');
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => attempt('at-once@example.com', 'wrong', '', other)),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    } finally {
      await other.stop();
    }
  });

  it('wrong attempts by others do not lock an operator out in a known browser', async () => {
    const email = 'target@example.com';
    await addOperator(app, email);
    const first = await attempt(email, PASSWORD);
    const browser = first.headers.getSetCookie().find((each) => each.startsWith('operator-browser='));
    const known = browser?.split(';')[0] ?? '';
    expect(browser).toMatch(/HttpOnly/i);
    for (let count = 0; count < 3; count += 1) await attempt(email, 'wrong');
    expect((await attempt(email, PASSWORD)).status).toBe(429);
    expect((await attempt(email, PASSWORD, known)).status).toBe(200);
    // A tampered cookie is not accepted.
    expect((await attempt(email, PASSWORD, `${known}x`)).status).toBe(429);
  });

  it('a new password clears the wrong attempts of the browser in which it is set', async () => {
    const other = await runApp(await newDatabase(), undefined, { now: () => clock });
    try {
      const email = 'forgetful@example.com';
      await addOperator(other, email);
      const first = await attempt(email, PASSWORD, '', other);
      const browser = first.headers.getSetCookie().find((each) => each.startsWith('operator-browser='));
      const known = browser?.split(';')[0] ?? '';
      for (let count = 0; count < 3; count += 1) await attempt(email, 'wrong', known, other);
      expect((await attempt(email, PASSWORD, known, other)).status).toBe(429);
      const token = await resetOperator(other.database.query, email, clock);
      const password = 'nineteen small boats';
      const set = await fetch(`${other.url}/api/operators/link/use`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: other.url, cookie: known },
        body: JSON.stringify({ token, password }),
      });
      expect(set.status).toBe(200);
      expect((await attempt(email, password, known, other)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('limits the attempts of one IP address', async () => {
    const other = await runApp(await newDatabase(), undefined, { now: () => clock });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 31; count += 1) {
        statuses.push((await attempt(`name-${count}@example.com`, 'wrong', '', other)).status);
      }
      expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
      expect(statuses[30]).toBe(429);
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['no proxy in front', {}, () => ({})],
    // A proxy appends the client's real address to the header that the client sent.
    [
      'a proxy in front',
      { TRUST_PROXY: '1' },
      (said: string) => ({ 'x-forwarded-for': `${said}, 198.51.100.7` }),
    ],
  ])('with %s nobody gets more attempts by forging an IP address', async (_name, settings, forwarded) => {
    const other = await runApp({ ...(await newDatabase()), ...settings }, undefined, { now: () => clock });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 31; count += 1) {
        const said = `203.0.113.${count}`;
        const answer = await fetch(`${other.url}/api/operators/sign-in`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': said,
            'x-real-ip': said,
            forwarded: `for=${said}`,
            ...forwarded(said),
          },
          body: JSON.stringify({ email: `name-${count}@example.com`, password: 'wrong' }),
        });
        statuses.push(answer.status);
      }
      expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
      expect(statuses[30]).toBe(429);
    } finally {
      await other.stop();
    }
  });
});

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let clock = Date.now();
  beforeAll(async () => {
    app = await runApp(await newDatabase(), undefined, { now: () => clock });
  });
  afterAll(() => app.stop());

  const statusWith = async (cookie: string) =>
    (await fetch(`${app.url}/api/operators/session`, { headers: { cookie } })).status;

  it('signing in creates a new session, and the previous id is invalid', async () => {
    const before = await signIn(app, 'rotates@example.com');
    const again = await fetch(`${app.url}/api/operators/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url, cookie: before.cookie },
      body: JSON.stringify({ email: 'rotates@example.com', password: PASSWORD }),
    });
    const after = cookieOf(again);
    expect(after).not.toBe(before.cookie);
    expect([await statusWith(before.cookie), await statusWith(after)]).toEqual([401, 200]);
  });

  it('signing out ends the session and clears the cookie', async () => {
    const client = await signIn(app);
    const out = await client.send('POST', '/api/operators/sign-out');
    expect(out.headers.getSetCookie().join()).toMatch(/operator=;.*Expires=Thu, 01 Jan 1970/);
    expect(await statusWith(client.cookie)).toBe(401);
  });

  it('signing out everywhere ends only the operator’s own sessions, in all browsers', async () => {
    const [here, there] = [await signIn(app), await signIn(app)];
    const somebody = await signIn(app, 'else@example.com');
    expect((await here.send('POST', '/api/operators/sign-out-everywhere')).status).toBe(200);
    expect([await statusWith(here.cookie), await statusWith(there.cookie)]).toEqual([401, 401]);
    expect(await statusWith(somebody.cookie)).toBe(200);
  });

  it('a new password ends the other sessions and keeps this one, with a new id', async () => {
    const email = 'changes@example.com';
    const [here, there] = [await signIn(app, email), await signIn(app, email)];
    const change = (current: string, next: string) =>
      here.send('POST', '/api/operators/password', { current, next });
    const wrong = await change('not mine', 'eleven loud trumpets');
    expect([wrong.status, await wrong.json()]).toEqual([422, { error: 'Your present password is wrong.' }]);
    expect((await change(PASSWORD, 'short')).status).toBe(422);
    const changed = await change(PASSWORD, 'eleven loud trumpets');
    expect(changed.status).toBe(200);
    expect(await statusWith(cookieOf(changed))).toBe(200);
    expect([await statusWith(here.cookie), await statusWith(there.cookie)]).toEqual([401, 401]);
    await expect(signIn(app, email)).rejects.toThrow('401');
  });

  it('guessing the password in a stolen session is throttled', async () => {
    const client = await signIn(app, 'stolen@example.com');
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const answer = await client.send('POST', '/api/operators/password', { current: 'x', next: 'y' });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([422, 422, 422, 429]);
  });

  it('expired sessions are deleted', async () => {
    const query = app.database.query;
    const sessions = () => query.selectFrom('sessions').select('sid_hash').execute();
    await signIn(app, 'swept@example.com');
    const before = (await sessions()).length;
    await deleteExpiredRows(query, Date.now());
    expect(await sessions()).toHaveLength(before);
    await deleteExpiredRows(query, Date.now() + SESSION_IDLE_TIMEOUT_MS + 60_000);
    expect(await sessions()).toEqual([]);
  });

  it('background requests of open screens do not extend the session; requests by a person do', async () => {
    const client = await signIn(app, 'rests@example.com');
    const { query } = app.database;
    const row = () =>
      query
        .selectFrom('sessions')
        .select(['sid_hash', 'expires_at'])
        .where('operator_id', '=', client.operator.id)
        .executeTakeFirstOrThrow();
    const { sid_hash } = await row();
    /** Returns whether a request extends the session, in the database and in the cookie. */
    const renews = async (path: string, init: RequestInit = {}) => {
      const soon = Date.now() + 3_600_000;
      await query
        .updateTable('sessions')
        .set({ expires_at: soon })
        .where('sid_hash', '=', sid_hash)
        .execute();
      const stop = new AbortController();
      const answer = await client.fetch(path, { ...init, signal: stop.signal });
      expect(answer.status).not.toBe(401);
      // Do not wait for the body of the live stream, because it never ends.
      if (path !== '/api/admin/live') await answer.text();
      stop.abort();
      return [(await row()).expires_at > soon, answer.headers.getSetCookie().length > 0];
    };
    const alone = { headers: { 'x-background': '1' } };
    expect(await renews('/api/admin/overview', alone)).toEqual([false, false]);
    expect(await renews('/api/operators/session', alone)).toEqual([false, false]);
    expect(await renews('/api/admin/live', { headers: { accept: 'text/event-stream' } })).toEqual([
      false,
      false,
    ]);
    expect(await renews('/api/admin/overview')).toEqual([true, true]);
    expect(await renews('/admin')).toEqual([true, true]);
    // Only a person makes changes, so a change extends the session even if the request claims to be in the background.
    const headers = { ...alone.headers, 'content-type': 'application/json' };
    const deed = { method: 'POST', headers, body: JSON.stringify({ from: '/nothing' }) };
    expect(await renews('/api/admin/redirects/remove', deed)).toEqual([true, true]);
  });

  it('an unused session expires, whatever its screens request', async () => {
    const client = await signIn(app, 'overnight@example.com');
    const ends = Date.now() + 60_000;
    const ask = () => client.fetch('/api/admin/overview', { headers: { 'x-background': '1' } });
    await app.database.query
      .updateTable('sessions')
      .set({ expires_at: ends })
      .where('operator_id', '=', client.operator.id)
      .execute();
    expect((await ask()).status).toBe(200);
    await deleteExpiredRows(app.database.query, ends);
    expect((await ask()).status).toBe(401);
  });

  it('a session lasts a week at most', async () => {
    const client = await signIn(app, 'week@example.com');
    clock += 7 * 24 * 3_600_000;
    expect(await statusWith(client.cookie)).toBe(401);
  });

  it('behind a TLS-terminating proxy the cookies are bound to this host and to https', async () => {
    const other = await runApp({ ...(await newDatabase()), PUBLIC_URL: 'https://www.example.com' });
    try {
      await addOperator(other);
      const answer = await fetch(`${other.url}/api/operators/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://www.example.com' },
        body: JSON.stringify({ email: 'operator@example.com', password: PASSWORD }),
      });
      // The one that shows the page bar grants nothing; see `page-bar.test.ts`.
      const cookies = answer.headers.getSetCookie().filter((each) => !each.startsWith('lintel_editor='));
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-operator(?:-browser)?=/);
        expect(cookie).toMatch(/; Path=\//);
        expect(cookie).toMatch(/; HttpOnly/);
        expect(cookie).toMatch(/; Secure/);
        expect(cookie).toMatch(/; SameSite=Lax/i);
        expect(cookie).not.toMatch(/; Domain/i);
      }
    } finally {
      await other.stop();
    }
  });

  it('the database contains neither session ids nor passwords', async () => {
    const client = await signIn(app, 'stored@example.com');
    const rows = await app.database.query.selectFrom('sessions').selectAll().execute();
    const id =
      decodeURIComponent(client.cookie.split('=')[1] ?? '')
        .slice(2)
        .split('.')[0] ?? '';
    expect(id.length).toBeGreaterThan(40);
    expect(JSON.stringify(rows)).not.toContain(id);
    const [operator] = await app.database.query.selectFrom('operators').selectAll().execute();
    expect(operator?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
