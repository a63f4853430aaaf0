import { expect, test } from 'vitest';
import { checkNotice } from './notice-signature.ts';
import { wordpressSignature } from './wordpress-signature.ts';

const secret = 'A secret of more than thirty-two characters';
const id = '0b1f8c1e-4b0a-4c38-9a65-6a5e0f9f0a11';
const now = 1_800_000_000_000;
const body = '{"changes":[]}';

function headerAt(seconds: number, signed = `${seconds}.${id}.${body}`): string {
  return `t=${seconds},id=${id},v1=${wordpressSignature(signed, secret)}`;
}
const check = (header: string | undefined, given = body) => checkNotice(header, given, { secret, now });

test('a notice signed now, five minutes ago or in five minutes is accepted', () => {
  for (const apart of [0, -300, 300]) expect(check(headerAt(now / 1_000 + apart))).toEqual({ id });
});

test('a changed body, id or time does not fit the signature', () => {
  const header = headerAt(now / 1_000);
  expect(check(header, '{"changes":[1]}')).toMatchObject({ code: 'signature' });
  expect(check(header.replace('0b1f', '0b2f'))).toMatchObject({ code: 'signature' });
  expect(check(header.replace('t=1800000000', 't=1800000001'))).toMatchObject({ code: 'signature' });
});

test('a missing or malformed header is told apart from a wrong secret', () => {
  for (const header of [undefined, '', 't=1,id=x,v1=', `${headerAt(1)},v1=`]) {
    expect(check(header)).toMatchObject({ error: expect.stringContaining('not signed') as unknown });
  }
  expect(check(headerAt(now / 1_000, 'something else'))).toMatchObject({
    error: expect.stringContaining('different secrets') as unknown,
  });
});

test('the message about the clocks says which is behind, and what time it is here', () => {
  expect(check(headerAt(now / 1_000 - 420))).toEqual({
    code: 'clock',
    error: expect.stringMatching(
      /7 minutes behind this server’s, where it is 2027-01-15T08:00:00/,
    ) as unknown,
  });
  expect(check(headerAt(now / 1_000 + 301))).toMatchObject({
    error: expect.stringContaining('ahead of') as unknown,
  });
});
