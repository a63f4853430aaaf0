import type { SubscriptionRow } from './delivery.ts';
import { SUBSCRIBED_TAG, UNSUBSCRIBED_TAG } from '../store/subscriptions.ts';
import type { IdentityPart } from './plan-contact-changes.ts';

/** Tag that asks the agent to check a contact's identity. */
const CHECK_IDENTITY = 'Check identity';

/**
 * Returns the tags to add to a contact and those to remove. An existing subscription determines the report's tags, so a
 * late delivery cannot resubscribe anyone. A contact with a different e-mail address keeps its report tags.
 */
export function contactTags(
  leadTags: readonly string[],
  subscription: Pick<SubscriptionRow, 'unsubscribed_at'> | undefined,
  differs: readonly IdentityPart[] = [],
): { add: readonly string[]; remove: readonly string[] } {
  const check = differs.length > 0 ? [CHECK_IDENTITY] : [];
  const others = leadTags.filter((tag) => tag !== SUBSCRIBED_TAG && tag !== UNSUBSCRIBED_TAG);
  if (differs.includes('email')) return { add: [...others, ...check], remove: [] };
  if (!subscription) return { add: [...leadTags, ...check], remove: [] };
  const [now, before] =
    subscription.unsubscribed_at === null
      ? [SUBSCRIBED_TAG, UNSUBSCRIBED_TAG]
      : [UNSUBSCRIBED_TAG, SUBSCRIBED_TAG];
  return { add: [...others, now, ...check], remove: [before] };
}
