import { expect, test } from 'vitest';
import { checkSignedRequest, signRequest } from './signed-request.ts';

const secret = 'A secret of more than thirty-two characters';
const id = '0b1f8c1e-4b0a-4c38-9a65-6a5e0f9f0a11';
const now = 1_800_000_000_000;
const parts = { method: 'POST', route: '/api/content/changes', body: '{"changes":[]}' };

const headerAt = (at: number) => signRequest(parts, { secret, now: at, id });
const check = (header: string | undefined, given = parts) =>
  checkSignedRequest(header, given, { secret, now });

test('a request signed now, five minutes ago or in five minutes is accepted', () => {
  for (const apart of [0, -300_000, 300_000]) expect(check(headerAt(now + apart))).toEqual({ id });
});

test('a signature is not valid for another body, method, route, id or time', () => {
  const header = headerAt(now);
  expect(check(header, { ...parts, body: '{"changes":[1]}' })).toMatchObject({ code: 'signature' });
  expect(check(header, { ...parts, method: 'GET' })).toMatchObject({ code: 'signature' });
  expect(check(header, { ...parts, route: '/api/content/doctor' })).toMatchObject({ code: 'signature' });
  expect(check(header.replace('0b1f', '0b2f'))).toMatchObject({ code: 'signature' });
  expect(check(header.replace('t=1800000000', 't=1800000001'))).toMatchObject({ code: 'signature' });
});

test('a missing or malformed header is distinguished from a wrong secret', () => {
  for (const header of [undefined, '', 't=1,id=x,v1=', `${headerAt(1)},v1=`]) {
    expect(check(header)).toMatchObject({ error: expect.stringContaining('not signed') as unknown });
  }
  const foreign = signRequest(parts, { secret: 'the-secret-of-another-site-0123456789', now });
  expect(check(foreign)).toMatchObject({
    error: expect.stringContaining('different secrets') as unknown,
  });
});

test('the message about the clocks says which one is behind, and the time of this server', () => {
  expect(check(headerAt(now - 420_000))).toEqual({
    code: 'clock',
    error: expect.stringMatching(
      /7 minutes behind this server’s, where it is 2027-01-15T08:00:00/,
    ) as unknown,
  });
  expect(check(headerAt(now + 301_000))).toMatchObject({
    error: expect.stringContaining('ahead of') as unknown,
  });
});
