import { z } from 'zod';
import { LEAD_STORED_STATUS_TEXT } from '../../../src/contracts/leads/lead-request.ts';
import { contactForm, firstStep, secondStep, visitor } from './lead-payloads.ts';
import { openPostConnection } from './post-connection.ts';

/** The program's only argument, as JSON. */
export interface SendOrder {
  url: string;
  connections: number;
  /** Duration per kind of post. */
  seconds: number;
  /** Number of the first visitor. */
  from: number;
}

/** The results for one kind of post. The program prints an array of them as JSON. */
export interface SentKind {
  kind: 'lead-form, step 1' | 'lead-form, step 2' | 'contact-form';
  leads: number;
  seconds: number;
  /** Response times in milliseconds, sorted. */
  times: readonly number[];
}

interface Post {
  path: string;
  head: string;
  body: string;
}

/** An upper bound: no server in these tests stores as many leads per second. */
const MOST = 8000;

const order: SendOrder = JSON.parse(process.argv[2] ?? '');
const answer = z.object({
  success: z.literal(true),
  contactId: z.string(),
  status: z.literal(LEAD_STORED_STATUS_TEXT),
});
const connections = await Promise.all(
  Array.from({ length: order.connections }, () => openPostConnection(order.url)),
);
const most = MOST * order.seconds;

/** Prepares a post. Every visitor has a unique IP address and user agent. */
function preparePost(path: string, who: number, payload: unknown): Post {
  const ip = `10.${(who >> 16) & 255}.${(who >> 8) & 255}.${who & 255}`;
  const head = `X-Forwarded-For: ${ip}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) Load/${who}\r\nAccept: application/json\r\n`;
  return { path, head, body: JSON.stringify(payload) };
}

/**
 * Sends posts over all connections until the time is up or the posts run out. Each connection waits for a response
 * before its next post. Payloads are built before and responses parsed after the measurement, to leave CPU time to the
 * server.
 */
async function measure(
  kind: SentKind['kind'],
  posts: readonly Post[],
): Promise<{ sent: SentKind; contactIds: string[] }> {
  const times: number[] = [];
  const answers: { status: number; body: string }[] = [];
  let next = 0;
  const start = performance.now();
  const end = start + order.seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      for (let begun = performance.now(); begun < end; begun = performance.now()) {
        const at = next++;
        const post = posts[at];
        if (!post) return;
        answers[at] = await connection.post('POST', post.path, post.body, post.head);
        times.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const contactIds = answers.map(({ status, body }) => {
    const read = status === 200 ? answer.safeParse(JSON.parse(body)).data : undefined;
    if (!read) throw new Error(`Not stored: ${status} ${body}`);
    return read.contactId;
  });
  return { sent: { kind, leads: times.length, seconds, times: times.sort((a, b) => a - b) }, contactIds };
}

const people = Array.from({ length: most }, (_, at) => {
  const who = order.from + at;
  return { who, visitor: visitor(who) };
});
const first = await measure(
  'lead-form, step 1',
  people.map((one) => preparePost('/api/ghl/contact', one.who, firstStep(one.visitor))),
);
const second = await measure(
  'lead-form, step 2',
  first.contactIds.flatMap((contactId, at) => {
    const one = people[at];
    return one ? [preparePost('/api/ghl/contact', one.who, secondStep(one.visitor, contactId))] : [];
  }),
);
const others = Array.from({ length: most }, (_, at) => order.from + first.contactIds.length + at);
const contact = await measure(
  'contact-form',
  others.map((who) => preparePost('/api/contact', who, contactForm(visitor(who)))),
);
for (const connection of connections) connection.close();
process.stdout.write(JSON.stringify([first.sent, second.sent, contact.sent]));
