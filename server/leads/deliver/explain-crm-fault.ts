import type { CrmAccess } from '../../crm/crm-access.ts';
import type { CrmFault } from '../../crm/crm-fault.ts';
import { LastingFault, RefusedFault, TransientFault } from './delivery-fault.ts';

/** What a fault of the CRM's means for a delivery, in words an operator can act on. */
export function explainCrmFault(
  fault: CrmFault,
  mend: CrmAccess['mend'],
): LastingFault | RefusedFault | TransientFault {
  switch (fault.kind) {
    case 'credentials':
      return new RefusedFault(`${fault.message}. ${mend(fault.status)}`);
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
