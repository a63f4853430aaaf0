import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { callSandbox, postForm } from './sandbox-call.ts';

const redirectUri = 'http://127.0.0.1:9/api/oauth/callback';
const scope = 'contacts.readonly contacts.write locations.readonly';
const tokens = z.looseObject({ access_token: z.string(), refresh_token: z.string() });

let clock = Date.UTC(2026, 0, 1);
let sandbox: CrmSandbox;
let locationId: string;
beforeEach(async () => {
  sandbox = await startCrmSandbox({ now: () => clock });
  locationId = sandbox.settings.GHL_LOCATION_ID;
});
afterEach(() => sandbox.stop());

const question = () => ({
  response_type: 'code',
  redirect_uri: redirectUri,
  client_id: sandbox.settings.GHL_CLIENT_ID,
  scope,
  state: 'a b&c',
});
async function token(fields: Record<string, string>) {
  const client = {
    client_id: sandbox.settings.GHL_CLIENT_ID,
    client_secret: sandbox.settings.GHL_CLIENT_SECRET,
  };
  const response = await postForm(`${sandbox.url}/oauth/token`, { ...client, ...fields });
  const body: unknown = await response.json();
  return { status: response.status, body };
}
const useCode = (code: string, more = {}) => token({ grant_type: 'authorization_code', code, ...more });
const refresh = (value: string) => token({ grant_type: 'refresh_token', refresh_token: value });
const approve = (where: string | null = locationId, scopes = scope.split(' ')) =>
  sandbox.approve({ locationId: where, scopes, redirectUri });
const read = (access: string, path = `/locations/${locationId}`) =>
  callSandbox(sandbox, 'GET', path, { headers: { Authorization: `Bearer ${access}` } });

describe('the marketplace page', () => {
  test('lists locations; approving redirects with code and state; the code becomes tokens', async () => {
    const query = new URLSearchParams({ ...question(), loginWindowOpenMode: 'self' });
    const page = await fetch(`${sandbox.url}/v2/oauth/chooselocation?${query}`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('Sandbox Realty');
    expect(text).toContain('value="a b&amp;c"');
    const url = `${sandbox.url}/v2/oauth/chooselocation`;
    const approved = await postForm(url, { ...question(), location: locationId, decision: 'approve' });
    expect(approved.status).toBe(302);
    const target = new URL(approved.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(redirectUri);
    expect(target.searchParams.get('state')).toBe('a b&c');
    const answer = await useCode(target.searchParams.get('code') ?? '', { user_type: 'Location' });
    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 86_399, userType: 'Location', locationId, scope },
    });
    expect((await read(tokens.parse(answer.body).access_token)).status).toBe(200);
    expect(sandbox.state.violations).toEqual([]);
  });

  test('denying redirects with access_denied and the state', async () => {
    const url = `${sandbox.url}/v2/oauth/chooselocation`;
    const denied = await postForm(url, { ...question(), decision: 'deny' });
    const target = new URL(denied.headers.get('location') ?? '');
    expect(Object.fromEntries(target.searchParams)).toEqual({ state: 'a b&c', error: 'access_denied' });
    expect(sandbox.state.grants).toEqual([]);
  });

  test.each([
    ['client_id', 'somebody', 'client_id names no app'],
    ['redirect_uri', 'javascript:alert(1)', 'redirect_uri must be'],
    ['response_type', 'token', 'response_type must be code'],
    ['scope', 'contacts.write everything', 'scope must be some of'],
  ])('a wrong %s is refused with a message, without a redirect', async (name, value, words) => {
    const query = new URLSearchParams({ ...question(), [name]: value });
    const page = await fetch(`${sandbox.url}/v2/oauth/chooselocation?${query}`, { redirect: 'manual' });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain(words);
  });
});

describe('tokens', () => {
  test('a code is valid once, for ten minutes, for its redirect_uri', async () => {
    const { value } = approve().code;
    expect(await useCode(value, { redirect_uri: 'http://127.0.0.1:9/other' })).toMatchObject({ status: 400 });
    expect((await useCode(value, { redirect_uri: redirectUri })).status).toBe(200);
    expect(await useCode(value)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const late = approve().code.value;
    clock += 600_000;
    expect((await useCode(late)).status).toBe(400);
  });

  test('each refresh replaces the refresh token and refuses the old one; the old access token stays valid', async () => {
    const first = tokens.parse((await useCode(approve().code.value)).body);
    const second = tokens.parse((await refresh(first.refresh_token)).body);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await refresh(first.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect((await read(first.access_token)).status).toBe(200);
  });

  test('an access token expires after 86,399 seconds', async () => {
    const { access_token } = tokens.parse((await useCode(approve().code.value)).body);
    clock += 86_398_000;
    expect((await read(access_token)).status).toBe(200);
    clock += 1000;
    expect((await read(access_token)).status).toBe(401);
  });

  test('a wrong secret is 401, a missing field 422, another grant type 400; a wrong user type does not use up the code', async () => {
    const { value } = approve().code;
    expect((await useCode(value, { client_secret: 'guess' })).status).toBe(401);
    expect((await token({ grant_type: 'refresh_token' })).status).toBe(422);
    expect((await token({ grant_type: 'password' })).status).toBe(422);
    expect((await token({ grant_type: 'client_credentials' })).status).toBe(400);
    expect((await useCode(value, { user_type: 'Company' })).status).toBe(400);
    expect((await useCode(value, { user_type: 'Location' })).status).toBe(200);
  });

  test('JSON instead of a form is refused', async () => {
    const answer = await callSandbox(sandbox, 'POST', '/oauth/token', {
      body: { grant_type: 'refresh_token' },
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('application/x-www-form-urlencoded');
  });

  test('a revoked grant ends its access and refresh tokens; the page revokes too', async () => {
    const grant = approve();
    const given = tokens.parse((await useCode(grant.code.value)).body);
    const revoked = await postForm(
      `${sandbox.url}/__sandbox/grants/${grant.id}/revoke`,
      {},
      { Accept: 'text/html' },
    );
    expect(revoked.status).toBe(303);
    expect((await read(given.access_token)).status).toBe(401);
    expect((await refresh(given.refresh_token)).status).toBe(400);
    expect(sandbox.revoke('nobody')).toBe(false);
  });

  test('lost tokens: the Reconnect API issues a new code while the app is installed', async () => {
    const grant = approve();
    const first = tokens.parse((await useCode(grant.code.value)).body);
    const client = {
      clientKey: sandbox.settings.GHL_CLIENT_ID,
      clientSecret: sandbox.settings.GHL_CLIENT_SECRET,
    };
    const reconnect = (body: unknown) => callSandbox(sandbox, 'POST', '/oauth/reconnect', { body });
    const answer = await reconnect({ ...client, locationId });
    expect(answer).toMatchObject({ status: 200, body: { expiresAt: expect.any(String) } });
    const code = z.string().parse(answer.body['authorizationCode']);
    const second = tokens.parse((await useCode(code)).body);
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect((await reconnect({ ...client, clientSecret: 'guess', locationId })).status).toBe(401);
    expect((await reconnect({ ...client, companyId: sandbox.state.companyId })).status).toBe(400);
    sandbox.revoke(grant.id);
    expect((await reconnect({ ...client, locationId })).status).toBe(400);
  });

  test('scopes that were not requested are not granted', async () => {
    const { access_token } = tokens.parse(
      (await useCode(approve(locationId, ['contacts.readonly']).code.value)).body,
    );
    expect((await read(access_token)).status).toBe(401);
    expect((await read(access_token, `/contacts/?locationId=${locationId}`)).status).toBe(200);
  });
});

describe('a company', () => {
  const scopes = ['oauth.write', 'oauth.readonly', 'contacts.readonly', 'locations.readonly'];
  const version = { Version: '2021-07-28' };

  test('its token creates tokens for one location and lists the installed locations', async () => {
    const given = await useCode(approve(null, scopes).code.value, { user_type: 'Company' });
    expect(given.body).toMatchObject({ userType: 'Company', isBulkInstallation: true });
    const { access_token } = tokens.parse(given.body);
    const { companyId } = sandbox.state;
    const headers = { ...version, Authorization: `Bearer ${access_token}` };
    const made = await postForm(`${sandbox.url}/oauth/locationToken`, { companyId, locationId }, headers);
    const body = z.looseObject({ access_token: z.string() }).parse(await made.json());
    expect(body).toMatchObject({ locationId, scope: 'contacts.readonly locations.readonly' });
    expect(body).not.toHaveProperty('refresh_token');
    expect((await read(body.access_token)).status).toBe(200);
    const appId = sandbox.settings.GHL_CLIENT_ID.split('-')[0] ?? '';
    const query = new URLSearchParams({ companyId, appId, isInstalled: 'true' });
    const listed = await read(access_token, `/oauth/installedLocations?${query}`);
    expect(listed.body).toMatchObject({ count: 2, locations: [{ _id: locationId, isInstalled: true }, {}] });
    expect((await read(access_token, '/locations/search')).body['locations']).toHaveLength(2);
    expect((await read(access_token, `/contacts/?locationId=${locationId}`)).status).toBe(401);
  });

  test('a location’s token can do neither', async () => {
    const { access_token } = tokens.parse((await useCode(approve(locationId, scopes).code.value)).body);
    const headers = { ...version, Authorization: `Bearer ${access_token}` };
    const fields = { companyId: sandbox.state.companyId, locationId };
    expect((await postForm(`${sandbox.url}/oauth/locationToken`, fields, headers)).status).toBe(401);
  });
});
