import { expect, test } from 'vitest';
import { createWordPressClient } from './wordpress-client.ts';

/** Returns the message for a WordPress whose requests fail with this error code. */
async function faultOf(code: string, url = 'https://cms.example'): Promise<string> {
  const client = createWordPressClient({
    config: { url, credentials: null, proxy: null, secret: null },
    timing: { untilHeaders: 1_000, untilEnd: 1_000 },
    fetch: async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) });
    },
    onNotice: () => {},
  });
  return client.get('/', {}).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

test.each([
  ['CERT_HAS_EXPIRED', 'has expired. Renew it.'],
  ['CERT_NOT_YET_VALID', 'Check the clocks'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'lacks its intermediate certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'lacks its intermediate certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name'],
  ['ECONNREFUSED', 'Check that it runs and that its address is right.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'Its server speaks plain http. Use http://cms.example'],
])('%s names the fix', async (code, fix) => {
  expect(await faultOf(code)).toContain(`cannot be reached (${code}). `);
  expect(await faultOf(code)).toContain(fix);
});
