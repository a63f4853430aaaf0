import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import {
  HIGHLEVEL_WEBHOOK_PUBLIC_KEY,
  HIGHLEVEL_LEGACY_WEBHOOK_PUBLIC_KEY,
  readPublicKeys,
} from './webhook-keys.ts';

const types = (text: string) => readPublicKeys(text).map((key) => key.asymmetricKeyType);
const oneLine = HIGHLEVEL_WEBHOOK_PUBLIC_KEY.replaceAll('\n', String.raw`\n`);
const base64 = 'MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=';

describe('public keys of webhooks', () => {
  it('are HighLevel’s own if none are set', () => {
    const [key, legacy] = readConfig({}).webhookKeys;
    expect(key?.export({ type: 'spki', format: 'der' }).toString('base64')).toBe(base64);
    expect([legacy?.asymmetricKeyType, legacy?.asymmetricKeyDetails?.modulusLength]).toEqual(['rsa', 4096]);
  });

  it.each([
    [HIGHLEVEL_WEBHOOK_PUBLIC_KEY, ['ed25519']],
    [oneLine, ['ed25519']],
    [base64, ['ed25519']],
    [`${base64} ${base64},${HIGHLEVEL_LEGACY_WEBHOOK_PUBLIC_KEY}`, ['rsa', 'ed25519', 'ed25519']],
    [`${HIGHLEVEL_WEBHOOK_PUBLIC_KEY}\n${HIGHLEVEL_LEGACY_WEBHOOK_PUBLIC_KEY}`, ['ed25519', 'rsa']],
  ])('are read from %j', (text, expected) => {
    expect(types(text)).toEqual(expected);
  });

  it('that are invalid stop the start with a clear message', () => {
    const fault = 'GHL_WEBHOOK_PUBLIC_KEY holds something that is no public key';
    expect(() => readConfig({ GHL_WEBHOOK_PUBLIC_KEY: 'secret' })).toThrow(fault);
    expect(() => readConfig({ GHL_WEBHOOK_PUBLIC_KEY: `${base64} ${base64.slice(0, 30)}` })).toThrow(fault);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(() => readConfig({ GHL_WEBHOOK_PUBLIC_KEY: other })).toThrow('holds a key of type ec');
    expect(() => readPublicKeys(' , ')).toThrow('holds no key');
  });
});
