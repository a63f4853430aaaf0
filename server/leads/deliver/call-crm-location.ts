import type { CrmAccess, CrmCredentials } from '../../crm/crm-access.ts';
import { type CrmClient, type CrmClients, withCrm } from '../../crm/crm-client.ts';
import { CrmFault } from '../../crm/crm-fault.ts';
import {
  LastingFault,
  NotConnectedFault,
  RefusedFault,
  TransientFault,
  type DeliveryProgress,
} from './delivery.ts';

interface Options {
  /** Access to the location that receives the leads. */
  access: CrmAccess;
  /** Returns access to another location, for leads whose contact is there. */
  accessOf?: ((locationId: string) => CrmAccess) | undefined;
  clients: CrmClients;
}

/**
 * Runs `work` with a client for `location`, which has the contact, or for the location that receives leads if
 * `location` is null. Throws a `TransientFault`, `LastingFault`, `RefusedFault` or `NotConnectedFault` with a message
 * for operators.
 */
export type CallCrmLocation = <Result>(
  location: string | null,
  progress: Pick<DeliveryProgress, 'signal' | 'beforeCall'>,
  work: (client: CrmClient) => Promise<Result>,
) => Promise<Result>;

/** Creates a `CallCrmLocation` that uses these credentials and CRM clients. */
export function createCrmLocationCalls({ access, accessOf, clients }: Options): CallCrmLocation {
  return async (location, progress, work) => {
    const target = await access.credentials();
    if (!target) throw new NotConnectedFault('No CRM is connected.');
    const call = async (access: CrmAccess, credentials: CrmCredentials) => {
      try {
        return await withCrm({ access, credentials, clients }, progress, work);
      } catch (fault) {
        throw fault instanceof CrmFault ? explainCrmFault(fault, (status) => access.fix(status)) : fault;
      }
    };
    if (location === null || location === target.locationId) return call(access, target);
    const otherAccess = accessOf?.(location);
    const credentials = (await otherAccess?.credentials()) ?? null;
    const unreachable =
      `Its contact is in the location ${location}, which cannot be reached now; leads go to ${target.locationId}, ` +
      `which does not get it unasked. Connect ${location} at /admin/ghl and retry, or add what is new there by hand ` +
      'and cancel.';
    if (!otherAccess || !credentials) throw new LastingFault(unreachable);
    try {
      return await call(otherAccess, credentials);
    } catch (fault) {
      // Deliveries to the main location use other credentials, so this refusal must not stop them.
      if (!(fault instanceof RefusedFault)) throw fault;
      throw new LastingFault(`${fault.message} ${unreachable}`, { cause: fault });
    }
  };
}

/** Converts a CRM fault to a delivery fault whose message tells operators what to do. */
function explainCrmFault(
  fault: CrmFault,
  fix: CrmAccess['fix'],
): LastingFault | RefusedFault | TransientFault {
  switch (fault.kind) {
    case 'credentials':
      return new RefusedFault(`${fault.message}. ${fix(fault.status)}`);
    case 'unavailable':
      return new TransientFault(fault.message, { cause: fault });
    case 'rate-limited':
      return new TransientFault(fault.message, { retryAfter: fault.retryAfter, cause: fault });
    case 'duplicate':
      return new TransientFault(`${fault.message} It did not say which contact that is.`, { cause: fault });
    case 'gone':
      return new TransientFault('The contact was deleted in the CRM meanwhile; it is created again.', {
        cause: fault,
      });
    case 'refused':
      return new LastingFault(
        `${fault.message}. HighLevel does not take this contact: look at its e-mail address and number, and add it ` +
          'by hand, or fix what HighLevel names and retry.',
      );
  }
}
