import type { TestContactRequest } from '../../../src/contracts/operators/crm-calls.ts';
import type { CrmAccess, CrmCredentials } from '../../crm/crm-access.ts';
import { type CrmClient, type CrmClientFactory, withCrmClient } from '../../crm/crm-client.ts';
import { CrmError } from '../../crm/crm-error.ts';
import { normalisePhone } from '../../platform/contact-details.ts';

/** Time limit in milliseconds for all calls together. */
const TIME_LIMIT_MS = 30_000;

const KNOWN =
  'There is a contact with this e-mail address or number already, and a test must not change it. Use another one.';

interface Options {
  values: TestContactRequest;
  access: CrmAccess;
  credentials: CrmCredentials;
  clients: CrmClientFactory;
}

/**
 * Creates a contact with the tag “Test” and the message as a note. Returns its id in the CRM. Throws a `CrmError`, of
 * kind `duplicate` if a contact already has the address or number, because a test must not change that contact.
 */
export async function createCrmTestContact({
  values,
  access,
  credentials,
  clients,
}: Options): Promise<string> {
  const { firstName, lastName, email, phone, message } = values;
  const frame = { signal: AbortSignal.timeout(TIME_LIMIT_MS), beforeCall: () => Promise.resolve() };
  try {
    return await withCrmClient({ access, credentials, clients }, frame, async (client) => {
      await refuseKnown(client, { email, phone });
      const { id } = await client.createContact({
        ...(firstName ? { firstName } : {}),
        ...(lastName ? { lastName } : {}),
        ...(email ? { email } : {}),
        ...(phone ? { phone } : {}),
        source: 'Connection test',
      });
      await client.addTags(id, ['Test']);
      if (message) await client.createNote(id, message);
      return id;
    });
  } catch (fault) {
    // The CRM itself may find a duplicate, for example a contact that was created after the check.
    if (fault instanceof CrmError && fault.kind === 'duplicate') {
      throw new CrmError('duplicate', KNOWN, { cause: fault });
    }
    if (fault instanceof DOMException && fault.name === 'TimeoutError') {
      throw new CrmError('unavailable', `The CRM did not answer in ${TIME_LIMIT_MS / 1000} s`, {
        cause: fault,
      });
    }
    throw fault;
  }
}

/**
 * Throws a `CrmError` of kind `duplicate` if a contact has the address or number. Searches for each of the two,
 * because the CRM may ignore one of two values.
 */
async function refuseKnown(
  client: CrmClient,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): Promise<void> {
  const known =
    (email ? await client.findDuplicate({ email }) : null) ??
    (phone ? await client.findDuplicate({ number: normalisePhone(phone) ?? phone }) : null);
  if (known) throw new CrmError('duplicate', KNOWN);
}
