import { createHash } from 'node:crypto';

/** A short name for a lead that may be shown anywhere: it opens nothing, unlike the lead's id. */
export function leadReference(leadId: string): string {
  return createHash('sha256').update(leadId).digest('hex').slice(0, 10).toUpperCase();
}
