import { type Attribution, campaignOf } from '../leads/attribution.ts';
import type { FormId } from '../leads/lead-request.ts';
import { inquiryTypeTexts } from '../leads/inquiry-types.ts';

/** Tags that specification 1 (public site and leads) requires for leads from its two forms. */
const ALWAYS = ['Website Lead', 'Real Estate'];
const formsWithAlways: ReadonlySet<FormId> = new Set<FormId>(['quick-lead-form', 'market-report-form']);

interface TaggedLead {
  /** Absent if the lead did not come from one of our forms. */
  form?: FormId | undefined;
  /** The tags of the placement. */
  tags: readonly string[];
  /** Path of the page; if absent, there is no intent tag. */
  page?: string | undefined;
  source?: string | undefined;
  attribution?: Attribution | undefined;
  inquiryType?: string | undefined;
}

/**
 * Returns a lead's tags without duplicates, in this order: placement, form, page, source, campaign, intent, inquiry.
 */
export function leadTags({ form, tags, page, source, attribution, inquiryType }: TaggedLead): string[] {
  const all = [
    ...tags,
    ...(form && formsWithAlways.has(form) ? ALWAYS : []),
    page,
    source,
    ...Object.values(campaignOf(attribution)),
    page && visitorIntentOf(page),
    inquiryTypeTexts(inquiryType)?.tag,
  ];
  const kept = all.map((tag) => tag?.trim() ?? '').filter((tag) => tag !== '');
  return [...new Set(kept)];
}

/** Parses the tags that an editor entered, one per line. */
export function parseTagLines(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The likely intent of a page's visitors. */
export type VisitorIntent = 'selling' | 'buying' | 'research' | 'consultation' | 'general';

const places: readonly [RegExp, VisitorIntent][] = [
  [/^\/sell/, 'selling'],
  [/^\/buy/, 'buying'],
  [/^\/(neighborhoods$|service-areas$|blog)/, 'research'],
  [/^\/(contact|lead-form-demo$|about$)/, 'consultation'],
];

/** Returns the intent suggested by a page's path. */
export function visitorIntentOf(path: string): VisitorIntent {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  return places.find(([place]) => place.test(plain))?.[1] ?? 'general';
}
