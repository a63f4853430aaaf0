import type { SubscriptionRow } from './delivery-rows.ts';

/** What subscribers of the market report are marked with in the CRM, and those who left it. */
const SUBSCRIBED = 'Market Report';
const UNSUBSCRIBED = 'Market Report Unsubscribed';

/**
 * The tags a contact gets and loses. The CRM keeps every other tag it has. Whether someone gets the report is told by
 * their subscription alone, so that a late or repeated delivery never brings a subscription back.
 */
export function contactTags(
  leadTags: readonly string[],
  subscription: Pick<SubscriptionRow, 'unsubscribed_at'> | undefined,
): { add: readonly string[]; remove: readonly string[] } {
  if (!subscription) return { add: leadTags, remove: [] };
  const [now, before] =
    subscription.unsubscribed_at === null ? [SUBSCRIBED, UNSUBSCRIBED] : [UNSUBSCRIBED, SUBSCRIBED];
  return { add: [...leadTags.filter((tag) => tag !== before && tag !== now), now], remove: [before] };
}
