import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  announceFirstAccountLink,
  FIRST_ACCOUNT_LINK_FILE,
  ONE_TIME_LINK_TTL_MS,
} from '../../server/operators/sign-in/one-time-links.ts';
import {
  addOperator,
  createFirstAccountLink,
  removeOperator,
  resetOperator,
} from '../../server/operators/accounts/manage-operators.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { cookieOf, PASSWORD, signIn } from './sign-in.ts';

const FIRST = { name: 'Olive Operator', email: 'Operator@Example.com', password: PASSWORD };

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let clock = Date.now();
  beforeAll(async () => {
    app = await runApp(await newDatabase(), undefined, { now: () => clock });
  });
  afterAll(() => app.stop());

  async function post(route: string, body: unknown): Promise<Response> {
    return fetch(`${app.url}/api/operators/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify(body),
    });
  }
  const query = () => app.database.query;

  /** Returns the terminal output of `announceFirstAccountLink`. */
  async function announce(isTTY: boolean): Promise<string> {
    let shown = '';
    const terminal = { isTTY, write: (text: string) => (shown += text) };
    await announceFirstAccountLink({
      database: query(),
      origin: app.url,
      dataDir: app.config.dataDir,
      terminal,
      now: clock,
    });
    return shown;
  }
  const tokenIn = (text: string) => /\/sign-in\/link#([\w-]{43})/.exec(text)?.[1] ?? expect.fail(text);

  it('the first account’s link is shown in a terminal, or otherwise stored in a file that only the server’s user can read', async () => {
    const shown = await announce(true);
    const first = tokenIn(shown);
    expect(shown).toContain(`${app.url}/sign-in/link#`);

    const line = await announce(false);
    expect(line).not.toMatch(/#/);
    const file = path.resolve(app.config.dataDir, FIRST_ACCOUNT_LINK_FILE);
    expect(line).toContain(file);
    const second = tokenIn(await readFile(file, 'utf8'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    // Another server may have made the first link, so it stays valid.
    expect((await post('link', { token: first })).status).toBe(200);
    expect(await (await post('link', { token: second })).json()).toMatchObject({
      purpose: 'first',
      email: null,
    });
    expect(JSON.stringify(app.events())).not.toContain(second);
    const stored = await query().selectFrom('one_time_links').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(second);
  });

  it('reports invalid input, and the link stays valid', async () => {
    const token = await createFirstAccountLink(query(), clock);
    const fault = async (typed: object) => {
      const answer = await post('link/use', { token, ...FIRST, ...typed });
      return [answer.status, (await answer.json()).error];
    };
    expect(await fault({ name: ' ' })).toEqual([422, 'Enter your name.']);
    expect(await fault({ email: 'nonsense' })).toEqual([422, 'Enter a valid e-mail address.']);
    expect(await fault({ password: 'short' })).toEqual([
      422,
      'Use at least 12 characters. A few words in a row are easy to remember.',
    ]);
    expect(await fault({ password: 'operator-operator' })).toEqual([
      422,
      'Leave your e-mail address out of the password.',
    ]);
    expect((await post('link', { token })).status).toBe(200);
  });

  it('expires after 30 minutes', async () => {
    const token = await createFirstAccountLink(query(), clock);
    clock += ONE_TIME_LINK_TTL_MS;
    for (const answer of [await post('link', { token }), await post('link/use', { token, ...FIRST })]) {
      expect(answer.status).toBe(410);
      expect((await answer.json()).error).toContain('npm run operator -- link');
    }
    expect(await query().selectFrom('operators').select('id').execute()).toEqual([]);
  });

  it('creates the first account only once for simultaneous requests, and signs it in', async () => {
    const token = await createFirstAccountLink(query(), clock);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        post('link/use', { token, ...FIRST, email: `${name}@example.com`, name }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
    const made = await query().selectFrom('operators').selectAll().execute();
    expect(made).toHaveLength(1);
    const entered = answers.find(({ status }) => status === 200) ?? expect.fail();
    const session = await fetch(`${app.url}/api/operators/session`, {
      headers: { cookie: cookieOf(entered) },
    });
    expect(await session.json()).toMatchObject({ operator: { id: made[0]?.id } });
    expect((await post('link', { token })).status).toBe(410);
  });

  it('once the first account exists, later starts show no link, and no old link creates another account', async () => {
    expect(await announce(true)).toBe('');
    await expect(stat(path.resolve(app.config.dataDir, FIRST_ACCOUNT_LINK_FILE))).rejects.toThrow('ENOENT');
    await expect(createFirstAccountLink(query(), clock)).rejects.toThrow('There are accounts already.');
  });

  it('an invited operator sets the password of their own account only', async () => {
    const token = await addOperator(query(), { email: 'invited@example.com', name: 'Ivo' }, clock);
    expect(await (await post('link', { token })).json()).toMatchObject({
      purpose: 'invite',
      email: 'invited@example.com',
    });
    const set = await post('link/use', { token, email: 'a@example.com', name: 'X', password: PASSWORD });
    expect(set.status).toBe(200);
    const { operator } = await signIn(app, 'invited@example.com');
    expect(operator.name).toBe('Ivo');
    await expect(addOperator(query(), { email: 'invited@example.com', name: 'Ivo' }, clock)).rejects.toThrow(
      'has an account already',
    );
  });

  it('a reset removes sessions, password and second factor until the link is used', async () => {
    const email = 'reset@example.com';
    const client = await signIn(app, email);
    await query()
      .updateTable('operators')
      .set({ totp_secret: 'sealed' })
      .where('email', '=', email)
      .execute();
    const token = await resetOperator(query(), email, clock);
    expect((await client.fetch('/api/operators/session')).status).toBe(401);
    await expect(signIn(app, email)).rejects.toThrow('401');
    const password = 'nineteen small boats';
    expect((await post('link/use', { token, password })).status).toBe(200);
    expect((await post('sign-in', { email, password })).status).toBe(200);
  });

  it('a removed operator is signed out immediately, and their links do not work any more', async () => {
    const email = 'removed@example.com';
    const client = await signIn(app, email);
    const token = await resetOperator(query(), email, clock);
    expect(await removeOperator(query(), { email, last: false }, clock)).toBe(false);
    expect((await client.fetch('/api/operators/session')).status).toBe(401);
    const answer = await post('link/use', { token, email, name: 'Back again', password: PASSWORD });
    expect(answer.status).toBe(410);
  });

  it('a deleted account’s link does not work, even if it is still stored', async () => {
    const token = await addOperator(query(), { email: 'left@example.com', name: 'Lea' }, clock);
    await query().deleteFrom('operators').where('email', '=', 'left@example.com').execute();
    const answer = await post('link/use', {
      token,
      email: 'left@example.com',
      name: 'Lea',
      password: PASSWORD,
    });
    expect(answer.status).toBe(410);
    expect(
      await query().selectFrom('operators').select('id').where('email', '=', 'left@example.com').execute(),
    ).toEqual([]);
  });
});
