import type { CrmFault } from '../../crm/crm-fault.ts';
import { LastingFault, RefusedFault, TransientFault } from '../delivery-fault.ts';

/** What a fault of the CRM's means for a delivery, in words an operator can act on. */
export function explainCrmFault(fault: CrmFault): LastingFault | RefusedFault | TransientFault {
  switch (fault.kind) {
    case 'credentials':
      return new RefusedFault(
        fault.status === 403
          ? `${fault.message}. Set GHL_LOCATION_ID to the location the token was made in, and restart.`
          : `${fault.message}. Make a private-integration token with the scopes contacts.readonly, ` +
              'contacts.write and locations/customFields.readonly, set it as GHL_API_KEY, and restart.',
      );
    case 'unavailable':
      return new TransientFault(fault.message, { cause: fault });
    case 'rate-limited':
      return new TransientFault(fault.message, { retryAfter: fault.retryAfter, cause: fault });
    case 'duplicate':
      return new TransientFault(`${fault.message} It did not say which contact that is.`, { cause: fault });
    case 'gone':
      return new TransientFault('The contact was deleted in the CRM meanwhile; it is made again.', {
        cause: fault,
      });
    case 'refused':
      return new LastingFault(
        `${fault.message}. HighLevel does not take this contact: look at its e-mail address and number, and add it ` +
          'by hand, or mend what HighLevel names and retry.',
      );
  }
}
