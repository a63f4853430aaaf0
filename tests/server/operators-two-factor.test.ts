import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredentialCheck } from '../../server/operators/sign-in/sign-in-routes.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { PASSWORD, signIn, type OperatorClient } from './sign-in.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  // The middle of a code's 30-second time step.
  let clock = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  beforeAll(async () => {
    app = await runApp(await newDatabase(), undefined, { now: () => clock });
  });
  afterAll(() => app.stop());

  const codeOf = (secret: string, at = clock) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

  async function enter(email: string, code?: string, password = PASSWORD) {
    const answer = await fetch(`${app.url}/api/operators/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify({ email, password, ...(code ? { code } : {}) }),
    });
    const body: { error?: string; codeNeeded?: boolean; recoveryCodesLeft?: number | null } =
      await answer.json();
    return { status: answer.status, ...body };
  }

  /** Signs in a new account and sets up its second factor. */
  async function withFactor(email: string) {
    const client = await signIn(app, email);
    const start = await client.send('POST', '/api/operators/two-factor/start', { password: PASSWORD });
    const set: { secret: string; address: string; size: number; rows: string[] } = await start.json();
    const confirmed = await client.send('POST', '/api/operators/two-factor/confirm', {
      code: codeOf(set.secret),
    });
    expect(confirmed.status).toBe(200);
    const { recoveryCodes }: { recoveryCodes: string[] } = await confirmed.json();
    clock += 60_000;
    return { client, ...set, recoveryCodes };
  }

  const rowOf = async ({ operator }: OperatorClient) =>
    app.database.query
      .selectFrom('operators')
      .selectAll()
      .where('id', '=', operator.id)
      .executeTakeFirstOrThrow();

  it('is set up with the password and a first code, and its secret is not stored in plain text', async () => {
    const client = await signIn(app, 'sets@example.com');
    const post = (route: string, body: unknown) =>
      client.send('POST', `/api/operators/two-factor/${route}`, body);
    expect((await post('confirm', { code: '123456' })).status).toBe(409);
    expect((await post('start', { password: 'wrong' })).status).toBe(422);
    const {
      client: owner,
      secret,
      address,
      size,
      rows,
      recoveryCodes,
    } = await withFactor('sets@example.com');
    expect(address).toMatch(/^otpauth:\/\/totp\/.+secret=/);
    expect(rows).toHaveLength(size);
    expect(rows.every((row) => /^[01]+$/.test(row) && row.length === size)).toBe(true);
    expect(new Set(recoveryCodes).size).toBe(10);
    const row = await rowOf(owner);
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const code of recoveryCodes) expect(row.recovery_codes).not.toContain(code);
    const session = await (await owner.fetch('/api/operators/session')).json();
    expect(session).toMatchObject({ operator: { twoFactor: true, recoveryCodesLeft: 10 } });
  });

  it('a wrong first code sets nothing up', async () => {
    const client = await signIn(app, 'miss@example.com');
    await client.send('POST', '/api/operators/two-factor/start', { password: PASSWORD });
    const answer = await client.send('POST', '/api/operators/two-factor/confirm', { code: '000000x' });
    expect(answer.status).toBe(422);
    expect((await rowOf(client)).totp_secret).toBeNull();
  });

  it('asks for the code only after the right password, and accepts each code once', async () => {
    const { secret } = await withFactor('once@example.com');
    expect(await enter('once@example.com', undefined, 'wrong')).toMatchObject({
      status: 401,
      codeNeeded: false,
    });
    expect(await enter('once@example.com')).toMatchObject({ status: 401, codeNeeded: true });
    const code = codeOf(secret);
    const [first, second] = await Promise.all([
      enter('once@example.com', code),
      enter('once@example.com', code),
    ]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 401]);
    // Replay the code while its time step is still valid.
    expect(await enter('once@example.com', code)).toMatchObject({
      status: 401,
      error: 'This code is wrong or was used. Wait for the next one.',
    });
    // Codes older than the last used one are not valid, either.
    expect((await enter('once@example.com', codeOf(secret, clock - 30_000))).status).toBe(401);
  });

  it('accepts each recovery code once, however it is formatted, and says how many are left', async () => {
    const { recoveryCodes } = await withFactor('recovers@example.com');
    const [first = '', second = ''] = recoveryCodes;
    expect(await enter('recovers@example.com', first)).toMatchObject({ status: 200, recoveryCodesLeft: 9 });
    expect((await enter('recovers@example.com', first)).status).toBe(401);
    const typed = ` ${second.replaceAll('-', ' ').toUpperCase()}`;
    expect(await enter('recovers@example.com', typed)).toMatchObject({ status: 200, recoveryCodesLeft: 8 });
  });

  it('is removed with the password', async () => {
    const { client } = await withFactor('removes@example.com');
    const remove = (password: string) =>
      client.send('POST', '/api/operators/two-factor/remove', { password });
    expect((await remove('wrong')).status).toBe(422);
    expect((await remove(PASSWORD)).status).toBe(200);
    expect(await enter('removes@example.com')).toMatchObject({ status: 200 });
    const actions = await app.database.query
      .selectFrom('audit')
      .select('action')
      .where('operator_id', '=', client.operator.id)
      .orderBy('at')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['two-factor-on', 'two-factor-off', 'signed-in']),
    );
  });

  describe('when the secret key changes', () => {
    beforeAll(async () => {
      // Use a new server, because the attempts of one IP address are limited.
      await app.stop();
      app = await runApp(await newDatabase(), undefined, { now: () => clock });
    });
    const credentials = (email: string, code: string) => ({
      email,
      password: PASSWORD,
      code,
      tryKey: `name ${email}`,
    });

    it('the former key opens the factor, which is then encrypted with the new one', async () => {
      const { client, secret } = await withFactor('rotates@example.com');
      const before = (await rowOf(client)).totp_secret;
      const database = app.database.query;
      const next = 'The next secret, that is also of some length.';
      const both = createCredentialCheck({ database, secrets: [next, ...app.secrets], now: () => clock });
      expect(await both(credentials('rotates@example.com', codeOf(secret)))).toMatchObject({ kind: 'in' });
      expect((await rowOf(client)).totp_secret).not.toBe(before);
      clock += 60_000;
      const alone = createCredentialCheck({ database, secrets: [next], now: () => clock });
      expect(await alone(credentials('rotates@example.com', codeOf(secret)))).toMatchObject({ kind: 'in' });
    });

    it('without the former key it says what to fix, and recovery codes still work', async () => {
      const { secret, recoveryCodes } = await withFactor('lost@example.com');
      const alone = createCredentialCheck({
        database: app.database.query,
        secrets: ['Another secret altogether, of some length.'],
        now: () => clock,
      });
      // None of these counts as a wrong try, after which the account would have to wait.
      for (let tries = 0; tries < 12; tries += 1) {
        expect(await alone(credentials('lost@example.com', codeOf(secret)))).toMatchObject({
          kind: 'factor-unreadable',
          error: expect.stringContaining('SECRET_KEYS_OLD'),
        });
      }
      clock += 60_000;
      expect(await alone(credentials('lost@example.com', recoveryCodes[0] ?? ''))).toMatchObject({
        kind: 'in',
      });
    });
  });
});
