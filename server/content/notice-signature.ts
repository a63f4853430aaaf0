import { CLOCKS_APART, isWordPressSignature } from './wordpress-signature.ts';

/** The result of checking the signature of a change notice: its id, or why it is refused. */
export type CheckedNotice = { id: string } | { code: 'signature' | 'clock'; error: string };

const HEADER = /^t=(\d{1,12}),id=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}),v1=([0-9a-f]{64})$/;

/**
 * Checks the header `X-Lintel-Signature: t=<unix seconds>,id=<uuid>,v1=<HMAC of "t.id.body">` of a change notice. `now`
 * is in epoch milliseconds.
 */
export function checkNotice(
  header: string | undefined,
  body: string,
  { secret, now }: { secret: string; now: number },
): CheckedNotice {
  const [, seconds = '', id = '', signature = ''] = HEADER.exec(header ?? '') ?? [];
  if (id === '') {
    return {
      code: 'signature',
      error:
        'The notice is not signed. The companion plugin signs notices with the header X-Lintel-Signature; look for a ' +
        'proxy that removes it.',
    };
  }
  if (!isWordPressSignature(signature, `${seconds}.${id}.${body}`, secret)) {
    return {
      code: 'signature',
      error:
        'The signature does not fit: WordPress and this server have different secrets. Copy the shared secret from ' +
        'Settings → Site settings in WordPress to WORDPRESS_WEBHOOK_SECRET, and restart the server.',
    };
  }
  const apart = now - Number(seconds) * 1_000;
  if (Math.abs(apart) > CLOCKS_APART) {
    return {
      code: 'clock',
      error:
        `The clock of WordPress is ${minutes(apart)} ${apart > 0 ? 'behind' : 'ahead of'} this server’s, where it is ` +
        `${new Date(now).toISOString()}. Set the clock that is wrong; they may be ${CLOCKS_APART / 60_000} minutes apart.`,
    };
  }
  return { id };
}

function minutes(milliseconds: number): string {
  return `${Math.round(Math.abs(milliseconds) / 60_000)} minutes`;
}
