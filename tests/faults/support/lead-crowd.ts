import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { OpenDatabase } from '../../../server/database/open-database.ts';
import { LEAD_STORED_STATUS_TEXT, type LeadPayload } from '../../../src/contracts/leads/lead-request.ts';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { firstStep, secondStep, visitor } from '../../load/support/lead-payloads.ts';

/** A submission that the server has acknowledged. */
interface Acknowledged {
  session: string;
  step: '1' | '2';
  contactId: string;
  email: string;
}

/** A response that says that nothing was stored. */
interface RefusedPost {
  status: number;
  body: unknown;
  retryAfter: string | null;
}

/** Simulated visitors who fill in forms in several browsers, one visitor at a time per browser. */
export interface LeadCrowd {
  acknowledged: readonly Acknowledged[];
  refused: readonly RefusedPost[];
  /** Returns the number of posts that got no response. */
  broken(): number;
  /** Stops the crowd and waits for pending requests. */
  stop(): Promise<void>;
}

interface CrowdOptions {
  /** Returns the site's current URLs; a browser picks one of them. Empty while the site is down. */
  urls: () => readonly string[];
  browsers: number;
  name: string;
  /** Average pause between the posts of one browser, in milliseconds. */
  pause?: number;
  /** Maximum number of visitors. */
  visitors?: number;
  /** Number of the first visitor. Visitors with the same number share a phone number, and so one contact in the CRM. */
  first?: number;
}

const stored = z.object({
  success: z.literal(true),
  contactId: z.string(),
  status: z.literal(LEAD_STORED_STATUS_TEXT),
});

/** Starts the crowd. A refused or unanswered post is retried unchanged until it is stored or the crowd is stopped. */
export function startCrowd({
  urls,
  browsers,
  name,
  pause = 0,
  visitors = 1e6,
  first = 0,
}: CrowdOptions): LeadCrowd & {
  /** Resolves when all visitors are done or the crowd is stopped. */
  done: Promise<void>;
} {
  const acknowledged: Acknowledged[] = [];
  const refused: RefusedPost[] = [];
  let broken = 0;
  const over = new AbortController();
  let next = first;

  async function post(payload: LeadPayload, who: number): Promise<string | null> {
    const at = urls();
    const url = at[Math.floor(Math.random() * at.length)];
    if (url === undefined) return null;
    try {
      const response = await fetch(`${url}/api/ghl/contact`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': `Mozilla/5.0 (crowd) ${who}`,
          'X-Forwarded-For': `10.1.${(who >> 8) & 255}.${who & 255}`,
        },
        body: JSON.stringify(payload),
        signal: AbortSignal.timeout(CONDITION_LIMIT),
      });
      const body: unknown = await response.json();
      if (response.ok) return stored.parse(body).contactId;
      refused.push({ status: response.status, body, retryAfter: response.headers.get('retry-after') });
    } catch (error) {
      if (error instanceof z.ZodError) throw error;
      broken += 1;
    }
    return null;
  }

  async function insist(payload: LeadPayload, who: number): Promise<string | null> {
    while (!over.signal.aborted) {
      const contactId = await post(payload, who);
      if (contactId !== null) return contactId;
      await delay(50 + Math.random() * 100);
    }
    return null;
  }

  async function browse(): Promise<void> {
    while (!over.signal.aborted && next < first + visitors) {
      const who = next++;
      const one = visitor(who, name);
      let contactId: string | null = null;
      for (const step of ['1', '2'] as const) {
        contactId = await insist(contactId === null ? firstStep(one) : secondStep(one, contactId), who);
        if (contactId === null) return;
        acknowledged.push({ session: one.context.session, step, contactId, email: one.email });
        if (pause > 0) await delay(pause * (0.5 + Math.random()));
      }
    }
  }

  const done = Promise.all(Array.from({ length: browsers }, browse)).then(() => {});
  return {
    acknowledged,
    refused,
    broken: () => broken,
    done,
    async stop() {
      over.abort();
      await done;
    },
  };
}

/** Returns the acknowledged submissions that are missing from the database, and the addresses stored more than once. */
export async function compareWithStore(
  { query }: Pick<OpenDatabase, 'query'>,
  acknowledged: readonly Acknowledged[],
): Promise<{ missing: Acknowledged[]; doubled: string[] }> {
  const leads = await query.selectFrom('leads').select(['id', 'email', 'session']).execute();
  const submissions = await query.selectFrom('submissions').select(['session', 'step']).execute();
  const known = new Set(leads.map(({ id, email, session }) => `${id} ${email} ${session}`));
  const sent = new Set(submissions.map(({ session, step }) => `${session} ${step}`));
  const times = new Map<string, number>();
  for (const { email } of leads) times.set(email ?? '', (times.get(email ?? '') ?? 0) + 1);
  return {
    missing: acknowledged.filter(
      ({ contactId, email, session, step }) =>
        !known.has(`${contactId} ${email} ${session}`) || !sent.has(`${session} ${step}`),
    ),
    doubled: [...times].flatMap(([email, count]) => (count > 1 ? [email] : [])),
  };
}
