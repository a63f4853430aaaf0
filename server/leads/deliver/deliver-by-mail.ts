import type { Mailers } from '../mail/mailers.ts';
import type { Deliver } from './delivery-progress.ts';

/** Sends one of the mails about a lead. The same delivery, sent again, is the same message to mail programs. */
export function createMailDelivery(mailers: Mailers, kind: keyof Mailers): Deliver {
  return async ({ delivery, lead, consents }, progress) => {
    await progress.beforeCall();
    await mailers[kind](lead, { deliveryId: delivery.id, revision: lead.revision, consents });
    return {};
  };
}
