/** The types of inquiry; `general` by default. */
export const inquiryTypes = ['buying', 'selling', 'both', 'general'] as const;
type InquiryType = (typeof inquiryTypes)[number];

interface Inquiry {
  /** The label of the option in forms, unless the page has its own topics. */
  choice: string;
  /** The label for operators and in e-mails. */
  label: string;
  /** The tag of the contact in the CRM. */
  tag: string;
}

const inquiries: Readonly<Record<InquiryType, Inquiry>> = {
  buying: { choice: 'Buying a home', label: 'Buying', tag: 'buyer' },
  selling: { choice: 'Selling a home', label: 'Selling', tag: 'seller' },
  both: { choice: 'Buying and selling', label: 'Buying and selling', tag: 'buyer-seller' },
  general: { choice: 'General question', label: 'A general question', tag: 'general' },
};

/** Returns the texts of an inquiry type; undefined if the text is not an inquiry type. */
export function inquiryTypeTexts(text: string | null | undefined): Inquiry | undefined {
  const type = inquiryTypes.find((each) => each === text);
  return type && inquiries[type];
}

/** The inquiry types as options of a form. */
export const inquiryChoices = inquiryTypes.map((value) => ({ value, label: inquiries[value].choice }));
