import type { Attribution } from './attribution.ts';
import { campaignOf } from './campaign.ts';
import type { InquiryType } from './field-schemas.ts';

const inquiries: Readonly<Record<InquiryType, string>> = {
  buying: 'Buying a home',
  selling: 'Selling a home',
  both: 'Buying and selling',
  general: 'General question',
};

interface NotedLead {
  inquiryType: string;
  page: string;
  source?: string | undefined;
  attribution?: Attribution | undefined;
}

/** What a person at the CRM reads about a lead, one fact a line. */
export function leadNotes({ inquiryType, page, source, attribution }: NotedLead): string {
  const inquiry = Object.entries(inquiries).find(([name]) => name === inquiryType)?.[1] ?? inquiryType;
  const campaign = Object.entries(campaignOf(attribution)).map(([name, value]) => `${name} ${value}`);
  return [
    `Inquiry: ${inquiry}`,
    `Page: ${page}`,
    source && `Form: ${source}`,
    campaign.length > 0 && `Campaign: ${campaign.join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}
