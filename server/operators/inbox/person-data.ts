import type { Kysely } from 'kysely';
import { eventsOfLeads } from '../../crm/webhooks/events-of-leads.ts';
import type { Database } from '../../database/schema.ts';
import { readStory } from './read-stories.ts';

/**
 * Everything we have of a lead, for a person who asks what we know of them: the story, what was sent word by word, and
 * what the CRM told us. Null where there is none with this id.
 */
export async function personData(
  query: Kysely<Database>,
  id: string,
  timeZone: string,
): Promise<Record<string, unknown> | null> {
  const story = await readStory(query, id, timeZone);
  if (!story) return null;
  const [submissions, crmEvents] = await Promise.all([
    query
      .selectFrom('submissions')
      .select(['step', 'page', 'ip', 'user_agent', 'at', 'body'])
      .where('lead_id', '=', id)
      .orderBy('at')
      .execute(),
    eventsOfLeads(query, [id]).select(['type', 'received_at', 'body']).orderBy('received_at').execute(),
  ]);
  const { others, ...own } = story;
  return {
    exportedAt: new Date().toISOString(),
    lead: own,
    otherLeads: others.map((other) => other.id),
    submissions: submissions.map((each) => Object.assign(each, { body: parsed(each.body) })),
    crmEvents: crmEvents.map((each) => Object.assign(each, { body: parsed(each.body) })),
  };
}

function parsed(body: string): unknown {
  return body === '' ? null : JSON.parse(body);
}
