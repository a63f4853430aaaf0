import type { CrmAccess, CrmCredentials } from '../../crm/crm-access.ts';
import { type CrmClient, type CrmClientFactory, withCrmClient } from '../../crm/crm-client.ts';
import { CrmError } from '../../crm/crm-error.ts';
import { DeliveryError, isDeliveryError, type DeliveryContext } from './delivery.ts';

interface Options {
  /** Access to the location that receives the leads. */
  access: CrmAccess;
  /** Returns access to another location, for leads whose contact is there. */
  accessOf?: ((locationId: string) => CrmAccess) | undefined;
  clients: CrmClientFactory;
}

/**
 * Runs `work` with a client for this location, or for the location that receives leads if `location` is null. Throws
 * a `DeliveryError` if the location cannot be reached or a call fails.
 */
export type CallCrmLocation = <Result>(
  location: string | null,
  progress: Pick<DeliveryContext, 'signal' | 'beforeCall'>,
  work: (client: CrmClient) => Promise<Result>,
) => Promise<Result>;

/** Access to the CRM for deliveries. */
export interface CrmLocationCalls {
  callCrm: CallCrmLocation;
  /** Returns whether there are credentials for leads: `none`, the `same` that the CRM last refused, or `others`. */
  credentials: () => Promise<'none' | 'same' | 'others'>;
}

/** Creates the access to the CRM that all deliveries share. */
export function createCrmLocationCalls({ access, accessOf, clients }: Options): CrmLocationCalls {
  let refusedToken: string | null = null;
  const callCrm: CallCrmLocation = async (location, progress, work) => {
    const target = await access.credentials();
    if (!target) throw new DeliveryError('not-connected', 'No CRM is connected.');
    const call = async (access: CrmAccess, credentials: CrmCredentials) => {
      try {
        return await withCrmClient({ access, credentials, clients }, progress, work);
      } catch (fault) {
        throw fault instanceof CrmError ? explainCrmFault(fault, (status) => access.fix(status)) : fault;
      }
    };
    if (location === null || location === target.locationId) {
      try {
        return await call(access, target);
      } catch (fault) {
        if (isDeliveryError(fault, 'refused')) refusedToken = target.token;
        throw fault;
      }
    }
    const otherAccess = accessOf?.(location);
    const credentials = (await otherAccess?.credentials()) ?? null;
    const unreachable =
      `Its contact is in the location ${location}, which cannot be reached now; leads go to ${target.locationId}, ` +
      `which does not get it unasked. Connect ${location} at /admin/ghl and retry, or add what is new there by hand ` +
      'and cancel.';
    if (!otherAccess || !credentials) throw new DeliveryError('lasting', unreachable, { inconclusive: true });
    try {
      return await call(otherAccess, credentials);
    } catch (fault) {
      // Deliveries to the main location use other credentials, so this refusal must not stop them.
      if (!isDeliveryError(fault, 'refused')) throw fault;
      throw new DeliveryError('lasting', `${fault.message} ${unreachable}`, {
        inconclusive: true,
        cause: fault,
      });
    }
  };
  return {
    callCrm,
    async credentials() {
      const present = await access.credentials();
      if (present === null) return 'none';
      return present.token === refusedToken ? 'same' : 'others';
    },
  };
}

/** Converts a `CrmError` to a `DeliveryError` whose message tells operators what to do. */
function explainCrmFault(fault: CrmError, fix: CrmAccess['fix']): DeliveryError {
  switch (fault.kind) {
    case 'credentials':
      return new DeliveryError('refused', `${fault.message}. ${fix(fault.status)}`);
    case 'unavailable':
      return new DeliveryError('transient', fault.message, { cause: fault });
    case 'rate-limited':
      return new DeliveryError('transient', fault.message, {
        retryAfterMs: fault.retryAfterMs,
        cause: fault,
      });
    case 'duplicate':
      return new DeliveryError('transient', `${fault.message} It did not say which contact that is.`, {
        cause: fault,
      });
    case 'gone':
      return new DeliveryError(
        'transient',
        'The contact was deleted in the CRM meanwhile; it is created again.',
        {
          cause: fault,
        },
      );
    case 'refused':
      return new DeliveryError(
        'lasting',
        `${fault.message}. HighLevel does not take this contact: look at its e-mail address and number, and add it ` +
          'by hand, or fix what HighLevel names and retry.',
      );
  }
}
