import type { Kysely } from 'kysely';
import type { CrmClient } from '../../crm/crm-client.ts';
import { CrmError } from '../../crm/crm-error.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { CallCrmLocation } from './call-crm-location.ts';
import type { DeliverLead, DeliveryInput, DeliveryContext, LeadRow } from './delivery.ts';
import {
  wasContactCreatedByOtherLead,
  parseCrmProgress,
  readFieldsWrittenByOtherLeads,
  fieldsWrittenTo,
  type CrmProgress,
  crmLocationOfLead,
} from './crm-progress.ts';
import {
  attributionKeys,
  leadCrmFields,
  leadValues,
  leadReference,
  type LeadValue,
} from './lead-crm-fields.ts';
import { parseTagLines } from '../../../src/contracts/forms/lead-tags.ts';
import type { Content } from '../../content/content.ts';
import { formatLeadSource } from '../../../src/contracts/leads/lead-source.ts';
import { planContactTags, overwrittenIdentityParts } from './plan-contact-changes.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';
import { writeContact } from './write-contact.ts';

interface Options {
  query: Kysely<Database>;
  callCrm: CallCrmLocation;
  /** Returns the unsubscribe link for e-mails sent by the CRM, or null if there is none. */
  unsubscribeLink: (email: string) => string | null;
  /** Returns the tags that editors gave to the lead's form on its page. */
  placementTags: (lead: LeadRow) => Promise<readonly string[]>;
}

/**
 * Creates the delivery of leads to HighLevel: contact, then tags, then note. Progress is saved after each step.
 * Creating a note is not idempotent, so a retry searches for the note first.
 */
export function createCrmDelivery({ callCrm, ...options }: Options): DeliverLead {
  return async (input, progress) => {
    const done = await callCrm(crmLocationOfLead(input), progress, async (client) => {
      try {
        return await deliverLead(client, input, progress, options);
      } catch (fault) {
        if (fault instanceof CrmError && fault.kind === 'gone') {
          // The contact was deleted or merged, so start over. After a merge, the other contact may have the note.
          await progress.save(
            { locationId: client.locationId, noteBegun: true },
            { crm_contact_id: null, crm_location_id: null },
          );
        }
        throw fault;
      }
    });
    const { differs = [] } = done;
    return { done, ...(differs.length > 0 ? { detail: { differs }, checkIdentity: true } : {}) };
  };
}

async function deliverLead(
  client: CrmClient,
  { delivery, lead, consents, subscription, earlierDone }: DeliveryInput,
  progress: DeliveryContext,
  { query, unsubscribeLink, placementTags }: Omit<Options, 'callCrm'>,
): Promise<CrmProgress> {
  const { locationId } = client;
  const link = subscription?.unsubscribed_at === null ? unsubscribeLink(subscription.email) : null;
  const values = leadValues(lead, consents, link);
  let done = parseCrmProgress(delivery.done, locationId);
  const earlier = earlierDone.map((json) => parseCrmProgress(json, locationId));

  // Skip the contact if an earlier attempt has already written this revision to it.
  if (!done.contactId || done.revision !== lead.revision) {
    const before = [done, ...earlier];
    const contact = await writeContact(client, lead, values, {
      writtenTo: (id) => fieldsWrittenTo(id, before),
      beforeCreate: () => progress.save({ ...done, locationId, creating: true }),
    });
    const isKnown = before.some((one) => one.contactId === contact.id);
    const wasCreated = before.some((one) => one.contactId === contact.id && one.created);
    done = {
      locationId,
      contactId: contact.id,
      // An earlier attempt that began to create a contact had found none, so it created the contact found now.
      created: contact.created || wasCreated || (!isKnown && done.creating === true),
      revision: lead.revision,
      tags: contact.tags && [...contact.tags],
      fields: [...contact.fields],
      written: contact.written,
      differs: [...contact.differs],
      noteBegun: done.noteBegun,
      noteId: contact.id === done.contactId ? done.noteId : undefined,
    };
    await progress.save(done, { crm_contact_id: contact.id, crm_location_id: locationId });
  }
  const contactId = done.contactId ?? '';

  if (!done.tagged) {
    const { written = {}, differs = [] } = done;
    // The CRM has no conditional updates, so two leads may have filled the same field at the same time. The later of
    // the two deliveries detects this here.
    const others = await readFieldsWrittenByOtherLeads(query, lead.id, { id: contactId, locationId });
    const overwritten = others.flatMap((other) => overwrittenIdentityParts(written, other));
    done = { ...done, differs: [...new Set([...differs, ...overwritten])] };
    const isOurs =
      done.created || (await wasContactCreatedByOtherLead(query, lead, { id: contactId, locationId }));
    const { add, remove, withheld } = planContactTags({
      leadTags: parseStringArray(lead.tags),
      subscription,
      differs: done.differs ?? [],
      allowed: isOurs ? null : await placementTags(lead),
    });
    done = { ...done, isForeign: !isOurs, withheld: [...withheld] };
    const before = done.tags;
    const lost = before ? remove.filter((tag) => hasTag(before, tag)) : remove;
    if (add.length > 0) await client.addTags(contactId, add);
    if (lost.length > 0) await client.removeTags(contactId, lost);
  }

  let noteId = done.noteId ?? earlier.find((one) => one.noteId && one.contactId === contactId)?.noteId;
  // A note created on another contact counts too, because merging contacts moves their notes.
  const mayHaveNote = done.noteBegun || earlier.some((one) => one.noteBegun);
  if (!done.tagged || !done.noteBegun) {
    done = { ...done, tagged: true, noteBegun: true };
    await progress.save(done);
  }
  if (noteId === undefined && mayHaveNote) {
    noteId = (await client.findNote(contactId, noteMarker(lead.id))) ?? undefined;
  }
  // These values would be in the note twice: it begins with the number as typed, and `campaign` repeats
  // `utm_campaign`.
  const repeated = leadCrmFields.filter(({ isRepeated }) => isRepeated).map(({ key }) => key);
  const known = new Set([...(done.fields ?? []), ...repeated]);
  const isNoted = ({ key, inNote }: LeadValue) =>
    inNote || !known.has(key) || (done.isForeign && attributionKeys.has(key));
  const text = leadNote(lead, values.filter(isNoted), done.withheld ?? []);
  return { ...done, noteId: await writeNote(client, contactId, noteId, text) };
}

async function writeNote(
  client: CrmClient,
  contactId: string,
  noteId: string | undefined,
  text: string,
): Promise<string> {
  if (noteId !== undefined) {
    try {
      await client.updateNote(contactId, noteId, text);
      return noteId;
    } catch (fault) {
      // The note was deleted, so create it again. If the contact is gone too, `createNote` throws.
      if (!(fault instanceof CrmError) || fault.kind !== 'gone') throw fault;
    }
  }
  return client.createNote(contactId, text);
}

/** Ignores case, because the CRM stores tags in lower case. */
function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((one) => one.toLowerCase() === tag.toLowerCase());
}

/** Returns the line that identifies a lead's note among the contact's notes. */
function noteMarker(leadId: string): string {
  return `Lead reference: ${leadReference(leadId)}`;
}

/**
 * Formats a lead's note: the identity as sent (the contact's may differ), the form's notes, and every value that has no
 * custom field or belongs in the note anyway. The same input always gives the same text.
 */
function leadNote(lead: LeadRow, lines: readonly LeadValue[], withheldTags: readonly string[]): string {
  const isInNotes = (value: string) => lead.notes?.includes(value) ?? false;
  const rest = lines
    // The form's notes often repeat the message and the topic.
    .filter(({ key, value }) => !((key === 'message' || key === 'topic') && isInNotes(value)))
    .map(({ label, value }) => `${label}: ${value}`);
  const noteLines = new Set(lead.notes?.split('\n'));
  const from = formatLeadSource(lead.source, lead.page);
  const facts = [
    ...rest,
    ...(from ? [`From: ${from}`] : []),
    ...(withheldTags.length > 0 ? [`Tags not added to the contact: ${withheldTags.join(', ')}`] : []),
  ];
  return [
    'Inquiry from the website',
    ...identityLines(lead),
    ...(lead.notes ? [lead.notes] : []),
    ...facts.filter((line) => !noteLines.has(line)),
    `Received: ${new Date(lead.created_at).toISOString()}`,
    noteMarker(lead.id),
  ].join('\n');
}

function identityLines({ first_name, last_name, email, phone, phone_e164 }: LeadRow): string[] {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const lines = [
    ['Name', name],
    ['E-mail', email],
    ['Phone', phone ?? phone_e164],
  ] as const;
  return lines.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
}

/**
 * Returns the tags that editors gave to the lead's form on its page, in every layout that visitors see. Ignores the
 * tags in the request.
 */
export async function placementTags(
  content: Pick<Content, 'resolve'>,
  { form, page: path }: Pick<LeadRow, 'form' | 'page'>,
): Promise<readonly string[]> {
  if (path === null) return [];
  const resolved = [(await content.resolve({ path }))?.answer];
  const [own] = resolved;
  for (const { name } of own?.status === 200 ? (own.test?.variants ?? []) : []) {
    resolved.push((await content.resolve({ path, variant: name }))?.answer);
  }
  return resolved.flatMap((page) =>
    page?.status === 200
      ? page.document.placements
          .filter(({ block }) => block === form)
          .flatMap(({ props }) =>
            'tags' in props && typeof props.tags === 'string' ? parseTagLines(props.tags) : [],
          )
      : [],
  );
}
