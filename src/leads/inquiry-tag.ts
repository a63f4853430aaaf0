import type { InquiryType } from './field-schemas.ts';

const tags: Readonly<Record<InquiryType, string>> = {
  buying: 'buyer',
  selling: 'seller',
  both: 'buyer-seller',
  general: 'general',
};

/** The tag of what an inquiry is about; undefined for a text that is no inquiry type. */
export function inquiryTag(type: string | undefined): string | undefined {
  return Object.entries(tags).find(([name]) => name === type)?.[1];
}
