import { z } from 'zod';
import { leadFields, type LeadFieldName } from '../leads/lead-fields.ts';
import { leadStages, openLeadStages } from '../leads/lead-stage.ts';

/* Leads as the operators' API returns them. Timestamps are in epoch milliseconds. */

const text = z.string().nullable();

const leadRow = z.object({
  id: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  name: text,
  email: text,
  phone: text,
  /** The number in E.164 format; null if there is none, or if it cannot be called. */
  phoneE164: text,
  /** The beginning of the visitor's message as one line; null if there is no message. */
  preview: text,
  form: z.string(),
  page: text,
  source: text,
  /** The source and the page in readable form: `Valuation request · /sell/home-valuation`. */
  sourceText: text,
  progress: z.enum(['contact', 'details']),
  status: z.enum(['open', 'quarantined', 'resolved']),
  inquiryType: text,
  /** The page's own label for the inquiry. */
  topic: text,
  /** The worst state among the lead's deliveries. */
  delivery: z.enum(['none', 'held', 'waiting', 'delivered', 'attention', 'cancelled']),
  /** The agent's progress with the lead; null while it is held back. */
  stage: z.enum(leadStages).nullable(),
  /** `day` is YYYY-MM-DD in the site's time zone. */
  reminder: z.object({ day: z.string(), about: z.string() }).nullable(),
});
export type LeadListRow = z.infer<typeof leadRow>;

/** The data of the Today screen. */
export const todayData = z.object({
  /** The current day in the site's time zone, YYYY-MM-DD. */
  day: z.string(),
  /** The newest leads with the stage `new`. `freshTotal` is the number of all such leads. */
  fresh: z.array(leadRow).readonly(),
  freshTotal: z.number(),
  /**
   * Reminders that are due or will be in the next seven days, earliest first. The list may be cut:
   * `reminderTotal` is the number of all of them, and `dueTotal` of those that are due.
   */
  reminders: z
    .array(z.object({ lead: leadRow, day: z.string(), about: z.string(), due: z.boolean() }))
    .readonly(),
  reminderTotal: z.number(),
  dueTotal: z.number(),
});
export type TodayData = z.infer<typeof todayData>;

const deliveryInfo = z.object({
  id: z.string(),
  destination: z.enum(['crm', 'subscription', 'workflow', 'alert', 'identity', 'confirmation']),
  revision: z.number(),
  state: z.enum(['held', 'waiting', 'sending', 'delivered', 'attention', 'cancelled']),
  attempts: z.number(),
  nextAttemptAt: z.number().nullable(),
  deliveredAt: z.number().nullable(),
  lastError: text,
});
export type DeliveryInfo = z.infer<typeof deliveryInfo>;

/** The delivery of a change to a market report subscription. */
const subscriptionDelivery = deliveryInfo.extend({ email: z.string() });
export type SubscriptionDelivery = z.infer<typeof subscriptionDelivery>;

/** One page of the list of leads. */
export const leadListResponse = z.object({
  rows: z.array(leadRow).readonly(),
  /** The number of matching leads on all pages, up to `MAX_COUNTED_LEADS`. `isMore` is true if there are more. */
  total: z.number(),
  isMore: z.boolean(),
  /** The cursors of the previous and next page, for `before` and `after`; null if there is no such page. */
  previous: text,
  next: text,
  /**
   * Pending market report opt-ins and opt-outs that are delivered on their own, for example because the lead was
   * deleted or is held back.
   */
  subscriptions: z.array(subscriptionDelivery).readonly(),
});
export type LeadListResponse = z.infer<typeof leadListResponse>;

/**
 * Counts and filter values of all leads, regardless of the filter. Not part of the list, because counting takes
 * longer.
 */
export const leadCounts = z.object({
  counts: z.record(z.enum(['open', 'quarantined', 'resolved', 'attention', ...openLeadStages]), z.number()),
  /** The values to filter by. Sources are sorted by their number of leads. */
  sources: z.array(z.string()).readonly(),
  forms: z.array(z.string()).readonly(),
});
export type LeadCounts = z.infer<typeof leadCounts>;

/** An arrival at the site. `attribution.ts` has the type but no schema, because visitors download that file. */
const touch = z.object({
  landing: z.string(),
  referrer: z.string().exactOptional(),
  at: z.string(),
  utm_source: z.string().exactOptional(),
  utm_medium: z.string().exactOptional(),
  utm_campaign: z.string().exactOptional(),
  utm_term: z.string().exactOptional(),
  utm_content: z.string().exactOptional(),
  gclid: z.string().exactOptional(),
  gbraid: z.string().exactOptional(),
  wbraid: z.string().exactOptional(),
  fbclid: z.string().exactOptional(),
});

/** Returns the schemas of the fields that `leadFields` declares, by field name. */
function leadTexts(): Record<LeadFieldName, typeof text>;
function leadTexts(): Record<string, typeof text> {
  return Object.fromEntries(leadFields.map(({ field }) => [field, text]));
}

/** Everything that the screen of a lead shows. */
export const leadDetail = leadRow.extend(leadTexts()).extend({
  tags: z.array(z.string()).readonly(),
  /** The reasons why the lead was held back, as sentences. */
  suspicions: z.array(z.string()).readonly(),
  /** Stored as the visitor's browser sent it. Null if it is invalid, so that the lead can still be shown. */
  attribution: z.object({ first: touch, last: touch }).nullable().catch(null),
  crmContactId: text,
  /** The URL of the contact in the CRM. */
  crmContactUrl: text,
  crmLocationId: text,
  localOnly: z.boolean(),
  deliveries: z.array(deliveryInfo).readonly(),
  consents: z
    .array(
      z.object({
        kind: z.enum(['marketing', 'service']),
        given: z.boolean(),
        version: z.string(),
        text: z.string(),
        page: text,
        at: z.number(),
        ip: text,
        userAgent: text,
      }),
    )
    .readonly(),
  submissions: z.array(z.object({ step: z.string(), page: text, at: z.number() })).readonly(),
  /** The state of the person's e-mail address in the market report list; null if it is not in the list. */
  subscription: z
    .object({ email: z.string(), areas: text, since: z.number(), unsubscribedAt: z.number().nullable() })
    .nullable(),
  /** Other leads with the same e-mail address or phone number, newest first. */
  others: z
    .array(
      z.object({
        id: z.string(),
        createdAt: z.number(),
        form: z.string(),
        status: leadRow.shape.status,
        preview: text,
      }),
    )
    .readonly(),
  /** What operators wrote about the lead, newest first. Never sent to the CRM or to the visitor. */
  privateNotes: z
    .array(z.object({ id: z.string(), author: z.string(), text: z.string(), at: z.number() }))
    .readonly(),
  /** The lead's history, newest first. `words` is the text for operators. */
  events: z.array(z.object({ at: z.number(), kind: z.string(), words: z.string() })).readonly(),
});
export type LeadDetail = z.infer<typeof leadDetail>;

/** The result of deleting a lead. */
export const leadDeletion = z.object({
  /** Number of consents that are kept as evidence after the lead is deleted. */
  consentsKept: z.number(),
  /** Whether the e-mail address is kept on the opt-out list for the market report. */
  optOutKept: z.boolean(),
  /** The id of the lead's contact in the CRM, which is not deleted; null if the lead has none. */
  crmContactId: text,
  crmContactUrl: text,
});
export type LeadDeletion = z.infer<typeof leadDeletion>;
