import { locationOfContact } from './crm-done.ts';
import type { DeliveryMaterial } from './delivery-progress.ts';

/**
 * The location of the CRM that we brought the lead to before: nobody's data goes to another one unasked. Null: none
 * yet. A contact that is only known by webhook is no such.
 */
export function homeOf({
  delivery,
  earlierDone,
}: Pick<DeliveryMaterial, 'delivery' | 'earlierDone'>): string | null {
  for (const json of [delivery.done, ...earlierDone]) {
    const home = json === null ? null : locationOfContact(json);
    if (home !== null) return home;
  }
  return null;
}

/** Why a lead can neither go home nor where leads go now, and what to do. */
export function whyNotHome(home: string, target: string): string {
  return (
    `Its contact is in the location ${home}, where nothing can be brought now; leads go to ${target}, which does not ` +
    `get it unasked. Connect ${home} at /admin/ghl and retry, or add what is new there by hand and cancel.`
  );
}
