import { randomUUID, sign, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Sandbox, SentWebhook, SigningKeys } from './sandbox.ts';
import examples from './webhook-examples.json' with { type: 'json' };

/** The events that HighLevel documents. */
export const webhookEvents = Object.keys(examples.events);

export const webhookOrder = z.strictObject({
  event: z.string().refine((name) => webhookEvents.includes(name), {
    error: `must be one of: ${webhookEvents.join(', ')}`,
  }),
  url: z.url({ protocol: /^https?$/ }),
  /** Index of the event's example. */
  example: z.coerce.number().int().min(0).default(0),
  /** `wrong` sends the signature of another body. */
  signature: z.enum(['ed25519', 'rsa', 'both', 'wrong', 'none']).default('ed25519'),
  /** Omits `timestamp` and `webhookId`, as HighLevel's examples do. */
  bare: z.boolean().default(false),
  /** Properties that replace those of the example, such as ids or times. */
  change: z.record(z.string(), z.unknown()).default({}),
});

export type WebhookOrder = z.input<typeof webhookOrder>;

/**
 * Sends a signed event. Throws a ZodError if the order is invalid. If there is no response, the returned status is
 * null.
 */
export async function sendWebhook(sandbox: Sandbox, given: WebhookOrder): Promise<SentWebhook> {
  const order = webhookOrder.parse(given);
  const all = new Map<string, readonly object[]>(Object.entries(examples.events));
  const choice = all.get(order.event) ?? [];
  const example = choice[Math.min(order.example, choice.length - 1)];
  const stamp = { timestamp: new Date(sandbox.now()).toISOString(), webhookId: randomUUID() };
  const body = JSON.stringify({ ...example, ...(order.bare ? {} : stamp), ...order.change });
  const signed = order.signature === 'wrong' ? `${body} ` : body;
  const kind = order.signature === 'wrong' ? 'both' : order.signature;
  const sent: SentWebhook = {
    id: sandbox.random.nextId(),
    at: stamp.timestamp,
    event: order.event,
    url: order.url,
    body,
    headers: {
      'Content-Type': 'application/json',
      ...(kind === 'ed25519' || kind === 'both' ? { 'X-GHL-Signature': ed25519(sandbox, signed) } : {}),
      ...(kind === 'rsa' || kind === 'both' ? { 'X-WH-Signature': rsa(sandbox, signed) } : {}),
    },
    status: null,
  };
  sandbox.state.sentWebhooks.push(sent);
  await deliver(sent);
  return sent;
}

/** Resends a webhook with the same body, as HighLevel does ten minutes after a 429 response. */
export async function resendWebhook(sandbox: Sandbox, id: string): Promise<SentWebhook> {
  const sent = sandbox.state.sentWebhooks.find((each) => each.id === id);
  if (!sent) throw new Error(`No webhook with id ${id} was sent.`);
  const again: SentWebhook = {
    ...sent,
    id: sandbox.random.nextId(),
    at: new Date(sandbox.now()).toISOString(),
    status: null,
  };
  sandbox.state.sentWebhooks.push(again);
  await deliver(again);
  return again;
}

/** Response timeout in milliseconds. */
const TIMEOUT = 15_000;

async function deliver(sent: SentWebhook): Promise<void> {
  const { url, headers, body } = sent;
  const signal = AbortSignal.timeout(TIMEOUT);
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(
    () => null,
  );
  sent.status = answer?.status ?? null;
  await answer?.body?.cancel();
}

function ed25519(sandbox: Sandbox, body: string): string {
  return sign(null, Buffer.from(body), sandbox.keys.ed25519.privateKey).toString('base64');
}

function rsa(sandbox: Sandbox, body: string): string {
  return sign('sha256', Buffer.from(body), sandbox.keys.rsa.privateKey).toString('base64');
}

/** Generates new key pairs for the sandbox. */
export function createSigningKeys(): SigningKeys {
  const ed25519 = generateKeyPairSync('ed25519');
  // Generated on first use, because RSA generation is slow and rarely needed.
  let rsa: SigningKeys['rsa'] | undefined;
  return {
    ed25519,
    get rsa() {
      return (rsa ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
    },
  };
}

/** Returns a public key as DER in base64. */
export function publicKeyText(key: SigningKeys['rsa']['publicKey']): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
