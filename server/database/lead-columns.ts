/**
 * The text columns of a lead that visitors fill in. This table determines the types of `leads` and of a submission, and
 * is used for merging, storing, and the custom fields of the CRM. A new column needs one line here, a migration, and a
 * place in the payload. `field` is its name in a submission. `crm` is the key and label of its custom field.
 */
export const leadTextColumns = [
  { column: 'page', field: 'page' },
  // The source that the CRM shows, from the last payload.
  { column: 'source', field: 'source' },
  { column: 'first_name', field: 'firstName' },
  { column: 'last_name', field: 'lastName' },
  { column: 'email', field: 'email' },
  { column: 'inquiry_type', field: 'inquiryType', crm: { key: 'inquiry_type', label: 'Inquiry type' } },
  { column: 'message', field: 'message', crm: { key: 'message', label: 'Message' } },
  { column: 'areas', field: 'areas', crm: { key: 'area_of_interest', label: 'Area of interest' } },
  {
    column: 'contact_method',
    field: 'contactMethod',
    crm: { key: 'contact_method', label: 'Preferred contact' },
  },
  // Where the visitor heard about the agent: Google, Facebook, …
  {
    column: 'referral_source',
    field: 'referralSource',
    crm: { key: 'referral_source', label: 'Heard of us through' },
  },
  { column: 'notes', field: 'notes' },
] as const;

type LeadTextColumn = (typeof leadTextColumns)[number]['column'];
type LeadTextField = (typeof leadTextColumns)[number]['field'];

/** The text columns of a row. */
export type LeadTexts = Record<LeadTextColumn, string | null>;

/** The same texts in a submission. Absent ones were not sent. */
export type SubmittedTexts = Partial<Record<LeadTextField, string>>;

/** Merges texts: later ones replace earlier ones, and absent or empty ones erase nothing. */
export function mergeTexts(before: LeadTexts | undefined, submitted: SubmittedTexts): LeadTexts;
export function mergeTexts(before: LeadTexts | undefined, submitted: SubmittedTexts): object {
  return Object.fromEntries(
    leadTextColumns.map(({ column, field }) => [column, submitted[field] || (before?.[column] ?? null)]),
  );
}
