/* The webhook's path, headers, events and responses, shared by the server and the documentation screen. */

/** The path that the CRM sends its events to. */
export const WEBHOOK_PATH = '/api/webhooks/ghl';

/** Header of the current signature: Ed25519 over the raw body, in base64. */
export const WEBHOOK_SIGNATURE_HEADER = 'X-GHL-Signature';

/** Header of the legacy signature: RSA with SHA-256 over the raw body, in base64. */
export const LEGACY_WEBHOOK_SIGNATURE_HEADER = 'X-WH-Signature';

/** The environment variable with the public keys that are used instead of HighLevel's. */
export const WEBHOOK_PUBLIC_KEY_SETTING = 'GHL_WEBHOOK_PUBLIC_KEY';

/** How far an event's `timestamp` may be ahead of the server's clock, in milliseconds. */
export const MAX_WEBHOOK_CLOCK_SKEW_MS = 5 * 60_000;

/**
 * How late an event may arrive, in milliseconds. After a 429 response, HighLevel resends an event six times, about
 * ten minutes apart, with the original `timestamp`. Nobody can replay an event in this time, because stored events
 * are kept for `WEBHOOK_EVENT_RETENTION_DAYS` and recognized.
 */
export const MAX_WEBHOOK_EVENT_AGE_MS = 2 * 3_600_000;

/** Maximum size of a request body, in bytes. */
export const MAX_WEBHOOK_BODY_BYTES = 256 * 1024;

/** Webhook events are deleted after this many days. */
export const WEBHOOK_EVENT_RETENTION_DAYS = 90;

/** The events that are linked to their leads. Other events are only stored and shown. */
export const supportedWebhookEvents = [
  {
    name: 'ContactCreate',
    meaning: 'A contact was made. Leads with its e-mail address or number are linked to it.',
  },
  {
    name: 'ContactUpdate',
    meaning: 'A contact was changed. The lead’s story names the fields, not their values.',
  },
  { name: 'ContactTagUpdate', meaning: 'A contact’s tags changed. The lead’s story names them.' },
  { name: 'AppointmentCreate', meaning: 'An appointment was booked with a lead’s contact.' },
  { name: 'AppointmentUpdate', meaning: 'An appointment was moved, or its status changed.' },
  { name: 'AppointmentDelete', meaning: 'An appointment was taken back.' },
] as const satisfies readonly { name: string; meaning: string }[];

export type SupportedWebhookEvent = (typeof supportedWebhookEvents)[number]['name'];

/** All responses of the webhook, sorted by status, for the documentation screen. */
export const webhookResponses = [
  { status: 200, name: 'Stored', meaning: 'The event is stored: `{"status":"stored"}`.' },
  {
    status: 200,
    name: 'Already known',
    meaning:
      'The same `webhookId` was stored before, or without one the same body: `{"status":"already known"}`. Nothing changes.',
  },
  {
    status: 400,
    name: 'Unreadable or too old',
    meaning:
      'The signature is good, but the body is no JSON object with a `type`, or its `timestamp` is more than 2 hours old or ' +
      '5 minutes ahead.',
  },
  {
    status: 401,
    name: 'Not signed by the CRM',
    meaning: 'The signature is missing, cut short, or fits none of the public keys. Nothing is stored.',
  },
  { status: 413, name: 'Too large', meaning: 'The body is larger than 256 kB.' },
  {
    status: 415,
    name: 'Compressed',
    meaning: 'The body has a Content-Encoding. Send it plain: the signature is over the raw bytes.',
  },
  {
    status: 429,
    name: 'Not stored, send again',
    meaning:
      'The database did not take the event, or too many unsigned requests came from one address. It is the one answer ' +
      'HighLevel repeats an event after: six times, about ten minutes apart.',
  },
] as const satisfies readonly { status: number; name: string; meaning: string }[];

/**
 * An event as HighLevel sends it. Without `webhookId`, duplicates are recognized by the body. Without `timestamp`, the
 * age of the event is not checked.
 */
export const exampleWebhookPayload = {
  type: 'ContactTagUpdate',
  timestamp: '2026-01-15T14:30:00.000Z',
  webhookId: '5f0c8e9a-6f0e-4b5a-9c39-0d6f5a3b7c11',
  locationId: 've9EPM428h8vShlRW1KT',
  id: 'nmFmQEsNgz6AVpgLVUJ0',
  firstName: 'Jordan',
  lastName: 'Sample',
  email: 'jordan@example.com',
  phone: '+15155550100',
  tags: ['website lead', 'buyer', 'viewing booked'],
} as const;

/**
 * Shell commands that generate a key and print the setting for it. Run them once, then start the server with that
 * setting.
 */
export const webhookSigningKeyCommands = `openssl genpkey -algorithm ed25519 -out webhook-key.pem
echo "${WEBHOOK_PUBLIC_KEY_SETTING}=$(openssl pkey -in webhook-key.pem -pubout -outform DER | openssl base64 -A)"`;

/**
 * Returns shell commands (OpenSSL 3, curl) that sign an event with the key from `webhookSigningKeyCommands` and send
 * it to the site at `origin`.
 */
export function webhookCurlExample(origin: string): string {
  return `cat > event.json <<EOF
{"type":"ContactTagUpdate","timestamp":"$(date -u +%Y-%m-%dT%H:%M:%SZ)","webhookId":"example-$(date +%s)-$$",
 "locationId":"${exampleWebhookPayload.locationId}","id":"${exampleWebhookPayload.id}","tags":["website lead","buyer"]}
EOF
SIGNATURE=$(openssl pkeyutl -sign -rawin -inkey webhook-key.pem -in event.json | openssl base64 -A)
curl -i ${origin}${WEBHOOK_PATH} -H 'Content-Type: application/json' \\
  -H "${WEBHOOK_SIGNATURE_HEADER}: $SIGNATURE" --data-binary @event.json`;
}

/** Returns a Node module that does the same as `webhookCurlExample`. Run it with `node send-event.mjs`. */
export function webhookNodeExample(origin: string): string {
  return `import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const key = createPrivateKey(readFileSync('webhook-key.pem'));
const body = JSON.stringify({
  type: 'ContactTagUpdate',
  timestamp: new Date().toISOString(),
  webhookId: randomUUID(),
  locationId: '${exampleWebhookPayload.locationId}',
  id: '${exampleWebhookPayload.id}',
  tags: ['website lead', 'buyer'],
});
const answer = await fetch('${origin}${WEBHOOK_PATH}', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    '${WEBHOOK_SIGNATURE_HEADER}': sign(null, Buffer.from(body), key).toString('base64'),
  },
  body,
});
console.log(answer.status, await answer.text());`;
}
