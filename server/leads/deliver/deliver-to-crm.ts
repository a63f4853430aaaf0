import type { CrmAccess, CrmCredentials } from '../../crm/crm-access.ts';
import type { CrmClient, CrmClients } from '../../crm/crm-client.ts';
import { CrmFault } from '../../crm/crm-fault.ts';
import { withCrm } from '../../crm/with-crm.ts';
import { LastingFault, RefusedFault, TransientFault } from './delivery-fault.ts';
import { contactTags } from './contact-tags.ts';
import { readCrmDone, type CrmDone } from './crm-done.ts';
import { explainCrmFault } from './explain-crm-fault.ts';
import { homeOf, whyNotHome } from './lead-home.ts';
import { leadNote, noteMarker } from './lead-note.ts';
import { leadValues } from './lead-values.ts';
import { readTags } from './read-tags.ts';
import { writeContact } from './write-contact.ts';
import type { Deliver, Delivered, DeliveryMaterial, DeliveryProgress } from './delivery-progress.ts';

interface Options {
  access: CrmAccess;
  /** The way to a location that has the lead's contact, while leads go to another. */
  accessOf?: ((locationId: string) => CrmAccess) | undefined;
  clients: CrmClients;
  /** A subscriber's way out, for the CRM's own mails; null where there is none. */
  unsubscribeLink: (email: string) => string | null;
}

/**
 * Brings a lead to HighLevel: contact, then tags, then note. Each finished call is on the disk before the next one
 * begins, and the one that could be doubled, the note, is looked for before it is made again.
 */
export function createCrmDelivery({ access, accessOf, clients, unsubscribeLink }: Options): Deliver {
  return async (material, progress) => {
    const target = await access.credentials();
    if (!target) throw new TransientFault('No CRM is connected.');
    const home = homeOf(material);
    if (home === null || home === target.locationId) return bringBy(access, target, material, progress);
    const way = accessOf?.(home);
    const credentials = (await way?.credentials()) ?? null;
    if (!way || !credentials) throw new LastingFault(whyNotHome(home, target.locationId));
    try {
      return await bringBy(way, credentials, material, progress);
    } catch (fault) {
      // Its credentials are not those that all other leads wait for.
      if (!(fault instanceof RefusedFault)) throw fault;
      throw new LastingFault(`${fault.message} ${whyNotHome(home, target.locationId)}`, { cause: fault });
    }
  };

  async function bringBy(
    way: CrmAccess,
    credentials: CrmCredentials,
    material: DeliveryMaterial,
    progress: DeliveryProgress,
  ): Promise<Delivered> {
    try {
      const done = await withCrm({ access: way, credentials, clients }, progress, (client) =>
        bring(client, material, progress, unsubscribeLink),
      );
      return { done };
    } catch (fault) {
      if (!(fault instanceof CrmFault)) throw fault;
      if (fault.kind === 'gone') {
        // The contact or its note was deleted meanwhile: all of it is done anew. One it was joined with may have the note.
        await progress.save(
          { locationId: credentials.locationId, noteBegun: true },
          { crm_contact_id: null, crm_location_id: null },
        );
      }
      throw explainCrmFault(fault, (status) => way.mend(status));
    }
  }
}

async function bring(
  client: CrmClient,
  { delivery, lead, consents, subscription, earlierDone }: DeliveryMaterial,
  progress: DeliveryProgress,
  unsubscribeLink: Options['unsubscribeLink'],
): Promise<CrmDone> {
  const { locationId } = client;
  const link = subscription?.unsubscribed_at === null ? unsubscribeLink(subscription.email) : null;
  const values = leadValues(lead, consents, link);
  let done = readCrmDone(delivery.done, locationId);

  // Written before the lead changed, the contact lacks what came since; and what is brought here is not brought again.
  if (!done.contactId || done.revision !== lead.revision) {
    const { id, tags, fields, omitted } = await writeContact(client, lead, values);
    done = {
      locationId,
      contactId: id,
      revision: lead.revision,
      tags: tags && [...tags],
      fields: [...fields],
      omitted: [...omitted],
      noteBegun: done.noteBegun,
      noteId: id === done.contactId ? done.noteId : undefined,
    };
    await progress.save(done, { crm_contact_id: id, crm_location_id: locationId });
  }
  const contactId = done.contactId ?? '';

  if (!done.tagged) {
    const { add, remove } = contactTags(readTags(lead.tags), subscription);
    const before = done.tags;
    const lost = before ? remove.filter((tag) => hasTag(before, tag)) : remove;
    if (add.length > 0) await client.addTags(contactId, add);
    if (lost.length > 0) await client.removeTags(contactId, lost);
  }

  const earlier = earlierDone.map((json) => readCrmDone(json, locationId));
  let noteId = done.noteId ?? earlier.find((one) => one.noteId && one.contactId === contactId)?.noteId;
  // Made on another contact, too: joined with this one, that left its notes here.
  const mayHaveNote = done.noteBegun || earlier.some((one) => one.noteBegun);
  if (!done.tagged || !done.noteBegun) {
    done = { ...done, tagged: true, noteBegun: true };
    await progress.save(done);
  }
  if (noteId === undefined && mayHaveNote) {
    noteId = (await client.findNote(contactId, noteMarker(lead.id))) ?? undefined;
  }
  // A number that the contact could not take stands in the note as typed anyway.
  const told = new Set([
    ...(done.fields ?? []),
    ...(done.omitted?.includes('phone') ? ['phone_as_typed'] : []),
  ]);
  const text = leadNote(lead, [
    ...(done.omitted ?? []).flatMap((name) => {
      const value = lead[name];
      return value ? [{ key: name, label: OMITTED[name], value }] : [];
    }),
    // `campaign` is the specified name of what stands in `utm_campaign` as well.
    ...values.filter(({ key }) => !told.has(key) && key !== 'campaign'),
  ]);
  return { ...done, noteId: await writeNote(client, contactId, noteId, text) };
}

const OMITTED = { email: 'E-mail address given', phone: 'Number given' } as const;

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
      // Somebody deleted it; if it was the contact, making one says so.
      if (!(fault instanceof CrmFault) || fault.kind !== 'gone') throw fault;
    }
  }
  return client.createNote(contactId, text);
}

/** The CRM keeps tags in lower case. */
function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((one) => one.toLowerCase() === tag.toLowerCase());
}
