import { z } from 'zod';
import { STORED_STATUS } from '../../../src/leads/lead-wire.ts';
import { contactForm, firstStep, secondStep, visitor, type Visitor } from './lead-payloads.ts';
import { openPostConnection, type PostConnection } from './post-connection.ts';

/** What to send, as the JSON of this program's one argument. */
export interface SendOrder {
  url: string;
  connections: number;
  /** Of each kind. */
  seconds: number;
  /** The number of the first visitor. */
  from: number;
}

/** What came of it, as JSON on its output. */
export interface SentKind {
  kind: 'lead-form, step 1' | 'lead-form, step 2' | 'contact-form';
  leads: number;
  seconds: number;
  /** Milliseconds of each, sorted. */
  times: readonly number[];
}

const order: SendOrder = JSON.parse(process.argv[2] ?? '');
const answer = z.object({
  success: z.literal(true),
  contactId: z.string(),
  status: z.literal(STORED_STATUS),
});
const connections = await Promise.all(
  Array.from({ length: order.connections }, () => openPostConnection(order.url)),
);
let next = order.from;

/** All connections send, each as soon as its last was answered, until the time or the work is over. */
async function measure(
  kind: SentKind['kind'],
  send: (connection: PostConnection) => Promise<void> | null,
): Promise<SentKind> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + order.seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      for (let begun = performance.now(); begun < end; begun = performance.now()) {
        const sent = send(connection);
        if (sent === null) return;
        await sent;
        times.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return { kind, leads: times.length, seconds, times: times.sort((a, b) => a - b) };
}

/** Every visitor comes from an address and with a browser of their own. */
async function post(connection: PostConnection, path: string, who: number, body: unknown): Promise<string> {
  const ip = `10.${(who >> 16) & 255}.${(who >> 8) & 255}.${who & 255}`;
  const headers = `X-Forwarded-For: ${ip}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) Load/${who}\r\nAccept: application/json\r\n`;
  const { status, body: text } = await connection.post('POST', path, JSON.stringify(body), headers);
  const read = status === 200 ? answer.safeParse(JSON.parse(text)).data : undefined;
  if (!read) throw new Error(`Not stored: ${status} ${text}`);
  return read.contactId;
}

const begun: { who: number; visitor: Visitor; contactId: string }[] = [];
const first = await measure('lead-form, step 1', async (connection) => {
  const who = next++;
  const one = visitor(who);
  begun.push({
    who,
    visitor: one,
    contactId: await post(connection, '/api/ghl/contact', who, firstStep(one)),
  });
});
const second = await measure('lead-form, step 2', (connection) => {
  const one = begun.shift();
  if (!one) return null;
  const body = secondStep(one.visitor, one.contactId);
  return post(connection, '/api/ghl/contact', one.who, body).then(() => {});
});
const contact = await measure('contact-form', async (connection) => {
  const who = next++;
  await post(connection, '/api/contact', who, contactForm(visitor(who)));
});
for (const connection of connections) connection.close();
process.stdout.write(JSON.stringify([first, second, contact]));
