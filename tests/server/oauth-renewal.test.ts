import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decryptText, encryptText } from '../../server/platform/security/encrypted-text.ts';
import { openGrantBench, SECRET, type GrantBench, type GrantServer } from './grant-test-bench.ts';
import { assertNoSecretsLeaked } from './assert-no-secrets-leaked.ts';

const HOUR = 3_600_000;

let bench: GrantBench;
let server: GrantServer;
let [location, other]: string[] = [];

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    bench = await openGrantBench(engine);
    [location, other] = [...bench.sandbox.state.locations.keys()];
    server = await bench.server();
  });
  afterEach(async () => {
    await bench.stop();
    assertNoSecretsLeaked(bench.sandbox, bench.logText());
  });

  const at = () => location ?? '';
  const row = () =>
    server.database.query
      .selectFrom('crm_grants')
      .selectAll()
      .where('id', '=', at())
      .executeTakeFirstOrThrow();
  const grant = () => {
    const found = bench.sandbox.state.grants.at(-1);
    if (!found) throw new Error('Nobody let the app in.');
    return found;
  };

  test('tokens are renewed after three quarters of their lifetime, and stored encrypted', async () => {
    await bench.connect(server, at());
    bench.clock.now += 17 * HOUR;
    await server.grants.renewDue();
    expect(grant().refreshes).toBe(0);
    bench.clock.now += 1.1 * HOUR;
    await server.grants.renewDue();
    expect(grant().refreshes).toBe(1);
    const { refresh_token, access_token, ...rest } = await row();
    expect(await decryptText(refresh_token ?? '', [SECRET])).toBe(grant().refreshToken);
    expect(access_token).not.toBe(refresh_token);
    expect(rest).toMatchObject({
      state: 'ready',
      refresh_lease: null,
      refresh_begun_at: null,
      expires_at: bench.clock.now + 86_399_000,
    });
    bench.clock.now += 23 * HOUR;
    // Using a token also triggers its renewal, but callers do not wait while the old token is valid.
    expect(await bench.works(server, at())).toBe(true);
    await expect.poll(() => grant().refreshes).toBe(2);
  });

  test('an expired token is renewed before it is returned', async () => {
    await bench.connect(server, at());
    bench.clock.now += 100 * HOUR;
    expect(await bench.works(server, at())).toBe(true);
    expect(grant().refreshes).toBe(1);
  });

  test('two servers with many callers renew once, and all callers get the new token', async () => {
    await bench.connect(server, at());
    const second = await bench.server();
    bench.clock.now += 100 * HOUR;
    bench.sandbox.faults.set({ delayMs: 300, only: 'POST /oauth/token' });
    const asked = [server, second, server, second, second].map(({ grants }) => grants.credentials(at()));
    const tokens = new Set((await Promise.all(asked)).map((each) => each?.token));
    expect(tokens.size).toBe(1);
    expect([...tokens][0]).toMatch(/./);
    expect(grant().refreshes).toBe(1);
    expect(bench.tokenCalls()).toBe(2);
    await Promise.all([server.grants.renewDue(), second.grants.renewDue()]);
    expect(grant().refreshes).toBe(1);
  });

  test('a revoked grant needs a reconnect: one notice, the stored tokens are kept, and reconnecting fixes it', async () => {
    await bench.connect(server, at());
    const told: string[] = [];
    let ready = 0;
    server.grants.onReconnect((reason) => void told.push(reason));
    server.grants.onReady(async () => void (ready += 1));
    const before = await row();
    bench.sandbox.revoke(grant().id);
    bench.clock.now += 100 * HOUR;
    expect(await server.grants.credentials(at())).toBeNull();
    expect(await row()).toMatchObject({
      state: 'reconnect',
      fault: 'refresh',
      reason: expect.stringMatching(/taken back in HighLevel.*Connect the location again/),
      refresh_token: before.refresh_token,
      access_token: before.access_token,
      refresh_lease: null,
    });
    expect(told).toHaveLength(1);
    const calls = bench.tokenCalls();
    await server.grants.credentials(at());
    await server.grants.renewDue();
    expect(bench.tokenCalls()).toBe(calls);
    bench.clock.now += HOUR;
    await server.grants.renewDue();
    expect(bench.tokenCalls()).toBe(calls + 1);
    expect(told).toHaveLength(1);
    await bench.connect(server, at());
    expect(ready).toBe(1);
    expect(await row()).toMatchObject({ state: 'ready', fault: null, reason: null, refresh_failures: 0 });
    expect(await bench.works(server, at())).toBe(true);
  });

  test.each([
    ['a garbage response', { garbage: 'html' as const }],
    ['a truncated response', { garbage: 'truncated' as const }],
    ['no response', { delayMs: 4500 }],
  ])('%s although the CRM has replaced the token is detected and reported', async (_, faults) => {
    server = await bench.server([SECRET], 3000);
    await bench.connect(server, at());
    const kept = (await row()).refresh_token;
    bench.clock.now += 19 * HOUR;
    bench.sandbox.faults.set({ ...faults, only: 'POST /oauth/token', times: 1 });
    await server.grants.renewDue();
    expect(await row()).toMatchObject({ state: 'ready', refresh_token: kept, refresh_lease: null });
    expect((await row()).refresh_begun_at).toBe(bench.clock.now);
    // The old access token is still valid.
    expect(await bench.works(server, at())).toBe(true);
    await expect.poll(() => grant().refreshes).toBe(1);
    bench.clock.now += 10_000;
    await server.grants.renewDue();
    expect(await row()).toMatchObject({
      state: 'reconnect',
      reason: expect.stringContaining('was cut off before its answer was stored'),
      refresh_token: kept,
    });
    expect(await bench.works(server, at())).toBe(true);
  });

  test.each([
    ['errors', { errorRate: 1 }],
    ['rate limits', { tooManyRequestsRate: 1 }],
    ['connection resets', { down: true }],
  ])('after %s, renewals are retried with growing delays, and the state stays ready', async (_, faults) => {
    await bench.connect(server, at());
    bench.clock.now += 30 * HOUR;
    bench.sandbox.faults.set({ ...faults, only: 'POST /oauth/token' });
    const start = bench.tokenCalls();
    for (let second = 0; second < 30; second += 1) {
      expect(await server.grants.credentials(at())).toBeNull();
      bench.clock.now += 1000;
    }
    expect(bench.tokenCalls() - start).toBe(4);
    expect(await row()).toMatchObject({ state: 'ready', refresh_failures: 4 });
    bench.sandbox.faults.clear();
    bench.clock.now += 60_000;
    expect(await bench.works(server, at())).toBe(true);
    expect(await row()).toMatchObject({ state: 'ready', refresh_failures: 0 });
  });

  test('with a lost refresh token of an installed app, the CRM issues a new code without an operator', async () => {
    await bench.stop();
    bench = await openGrantBench(engine, { reconnects: true });
    server = await bench.server();
    await bench.connect(server, null);
    await bench.connect(server, at());
    bench.clock.now += 19 * HOUR;
    bench.sandbox.faults.set({ garbage: 'truncated', only: 'POST /oauth/token', times: 2 });
    await server.grants.renewDue();
    bench.clock.now += 10_000;
    await server.grants.renewDue();
    const rows = await server.database.query.selectFrom('crm_grants').selectAll().execute();
    expect(rows).toHaveLength(3);
    for (const each of rows) expect(each).toMatchObject({ state: 'ready', refresh_begun_at: null });
    for (const id of [at(), other ?? '']) expect(await bench.works(server, id)).toBe(true);
    bench.sandbox.revoke(grant().id);
    bench.clock.now += 19 * HOUR;
    await server.grants.renewDue();
    expect(await row()).toMatchObject({ state: 'reconnect', fault: 'refresh' });
  });

  test('a rejected client secret does not lose the grant: with the right one it continues by itself', async () => {
    await bench.connect(server, at());
    bench.clock.now += 19 * HOUR;
    bench.sandbox.faults.set({ unauthorized: true, only: 'POST /oauth/token' });
    await server.grants.renewDue();
    expect(await row()).toMatchObject({
      state: 'reconnect',
      fault: 'settings',
      reason: expect.stringContaining('GHL_CLIENT_SECRET'),
    });
    bench.sandbox.faults.clear();
    bench.clock.now += 61_000;
    await server.grants.renewDue();
    expect(await row()).toMatchObject({ state: 'ready', fault: null, reason: null });
    expect(grant().refreshes).toBe(1);
  });

  test('a rejected fresh token is replaced once, and simultaneous callers share the renewal', async () => {
    await bench.connect(server, at());
    const second = await bench.server();
    const credentials = await server.grants.credentials(at());
    if (!credentials) throw new Error('There are no credentials.');
    const renewed = await Promise.all(
      [server, second, server, second].map(({ grants }) => grants.renew(credentials)),
    );
    expect(new Set(renewed.map((each) => each?.token)).size).toBe(1);
    expect(grant().refreshes).toBe(1);
    const [next] = renewed;
    if (!next) throw new Error('Nothing came in its place.');
    expect(await server.grants.renew(next)).toBeNull();
    expect(grant().refreshes).toBe(1);
    await second.grants.refused(credentials, 'Late news of the old token');
    expect(await row()).toMatchObject({ state: 'ready' });
    await second.grants.refused(next, 'The CRM answered 401');
    expect(await row()).toMatchObject({
      state: 'reconnect',
      fault: 'access',
      reason: expect.stringMatching(
        /^The CRM answered 401\. .*connect the location again at \/admin\/ghl\.$/,
      ),
    });
    await server.grants.accepted(next);
    expect(await row()).toMatchObject({ state: 'ready', reason: null });
    bench.clock.now += HOUR;
    expect(await server.grants.renew(next)).not.toBeNull();
  });

  test('a company’s locations get new tokens through its grant; without it they need a reconnect', async () => {
    await bench.connect(server, null);
    bench.clock.now += 100 * HOUR;
    for (const id of [at(), other ?? '']) expect(await bench.works(server, id)).toBe(true);
    expect(grant().refreshes).toBe(1);
    bench.sandbox.revoke(grant().id);
    bench.clock.now += 100 * HOUR;
    await server.grants.renewDue();
    for (const each of await server.database.query.selectFrom('crm_grants').selectAll().execute()) {
      expect(each).toMatchObject({ state: 'reconnect', reason: expect.stringContaining('again') });
    }
    await bench.connect(server, at());
    expect(await bench.works(server, at())).toBe(true);
    expect(await bench.works(server, other ?? '')).toBe(false);
  });

  test('after a key change, old values are readable, are re-encrypted on use, and then need only the new key', async () => {
    await bench.connect(server, at());
    const before = await row();
    const key = 'The new secret, which nobody but these tests knows.';
    const rotated = await bench.server([key, SECRET]);
    expect(await bench.works(rotated, at())).toBe(true);
    const after = await row();
    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect(await decryptText(after.refresh_token ?? '', [key])).toBe(grant().refreshToken);
    const alone = await bench.server([key]);
    bench.clock.now += 100 * HOUR;
    expect(await bench.works(alone, at())).toBe(true);
    expect(grant().refreshes).toBe(1);
  });

  test('a lost key is reported and loses no data; with the key back everything continues by itself', async () => {
    await bench.connect(server, at());
    const kept = (await row()).refresh_token;
    const stranger = await bench.server(['Quite another secret, of sufficient length.']);
    expect(await stranger.grants.credentials(at())).toBeNull();
    expect(await row()).toMatchObject({
      state: 'reconnect',
      fault: 'settings',
      reason: expect.stringContaining('SECRET_KEYS_OLD'),
      refresh_token: kept,
    });
    await stranger.grants.renewDue();
    expect((await row()).refresh_token).toBe(kept);
    bench.clock.now += 10 * 60_000;
    expect(await bench.works(server, at())).toBe(true);
    await server.grants.renewDue();
    expect(await row()).toMatchObject({ state: 'ready', fault: null });
  });

  test('tokens of a new authorization win over a renewal in progress', async () => {
    await bench.connect(server, at());
    bench.clock.now += 19 * HOUR;
    bench.sandbox.faults.set({ delayMs: 300, only: 'POST /oauth/token', times: 1 });
    const renewing = server.grants.renewDue();
    await expect.poll(() => bench.tokenCalls(), { interval: 5 }).toBe(2);
    await bench.connect(server, at());
    const connected = await row();
    await renewing;
    expect(await row()).toEqual(connected);
    expect(await bench.works(server, at())).toBe(true);
  });

  test('a renewal does not restore a removed grant', async () => {
    await bench.connect(server, at());
    bench.clock.now += 19 * HOUR;
    bench.sandbox.faults.set({ delayMs: 1_500, only: 'POST /oauth/token' });
    const renewing = server.grants.renewDue();
    await expect.poll(() => bench.tokenCalls(), { interval: 5 }).toBe(2);
    expect(await server.grants.remove(at(), () => Promise.resolve())).toBe(true);
    await renewing;
    expect(await server.grants.locations()).toEqual([]);
  });

  test('the lease of a dead server expires, and the next server determines the outcome of its renewal', async () => {
    await bench.connect(server, at());
    await server.database.query
      .updateTable('crm_grants')
      .set({
        refresh_lease: 'gone',
        refresh_lease_until: bench.clock.now + 9000,
        refresh_begun_at: bench.clock.now,
      })
      .execute();
    const renewing = server.grants.renewDue();
    bench.clock.now += 9000;
    await renewing;
    expect(await row()).toMatchObject({ state: 'ready', refresh_lease: null, refresh_begun_at: null });
    expect(grant().refreshes).toBe(1);
  });

  test('an encrypted token depends only on its key, and other encrypted values are not tokens', async () => {
    await bench.connect(server, at());
    await server.database.query
      .updateTable('crm_grants')
      .set({ refresh_token: await encryptText('not a token', [SECRET]) })
      .execute();
    bench.clock.now += 19 * HOUR;
    await server.grants.renewDue();
    expect(await row()).toMatchObject({ state: 'reconnect', fault: 'refresh' });
    expect(await bench.works(server, at())).toBe(true);
  });
});
