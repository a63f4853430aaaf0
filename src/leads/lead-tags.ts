import type { Attribution } from './attribution.ts';
import { campaignOf } from './campaign.ts';
import { inquiryTag } from './inquiry-tag.ts';
import { intentOf } from './intent.ts';
import type { FormId } from './lead-wire.ts';

/** The specified tags of document 1's forms. */
const ALWAYS = ['Website Lead', 'Real Estate'];
const formsWithAlways: ReadonlySet<FormId> = new Set<FormId>(['quick-lead-form', 'market-report-form']);

interface TaggedLead {
  /** Absent: none of ours. */
  form?: FormId | undefined;
  /** The placement's own. */
  tags: readonly string[];
  /** Path of the page; absent: not known, and then nothing is known of the intent. */
  page?: string | undefined;
  source?: string | undefined;
  attribution?: Attribution | undefined;
  inquiryType?: string | undefined;
}

/** A lead's tags in their order, each once: the placement's, the form's, page, source, campaign, intent, inquiry. */
export function leadTags({ form, tags, page, source, attribution, inquiryType }: TaggedLead): string[] {
  const all = [
    ...tags,
    ...(form && formsWithAlways.has(form) ? ALWAYS : []),
    page,
    source,
    ...Object.values(campaignOf(attribution)),
    page && intentOf(page),
    inquiryTag(inquiryType),
  ];
  const kept = all.map((tag) => tag?.trim() ?? '').filter((tag) => tag !== '');
  return [...new Set(kept)];
}

/** The tags an editor wrote, one a line. */
export function tagLines(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
