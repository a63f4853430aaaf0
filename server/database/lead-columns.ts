/**
 * The text columns of a lead. Types, merging, storage, CRM custom fields, the operators' story and the export are
 * derived from this list; the export has its order. A new column also needs a migration and a place in the payload.
 * `field` is the column's name in a submission and in the story; `header` is its name in the export, if that differs
 * from `column`; `crm` is its custom field. If `inNote` is set, the note in the CRM repeats the value, for people who
 * read only the note. If `isLong` is set, the custom field that the site can create has several lines.
 */
export const leadTextColumns = [
  { column: 'first_name', field: 'firstName' },
  { column: 'last_name', field: 'lastName' },
  { column: 'email', field: 'email' },
  { column: 'inquiry_type', field: 'inquiryType', crm: { key: 'inquiry_type', label: 'Inquiry type' } },
  // The page's own label for the inquiry, for example "My first home".
  { column: 'topic', field: 'topic', crm: { key: 'topic', label: 'Topic', inNote: true } },
  // The home to be valued.
  {
    column: 'property_address',
    field: 'propertyAddress',
    crm: { key: 'property_address', label: 'Address of the home', inNote: true },
  },
  { column: 'bedrooms', field: 'bedrooms', crm: { key: 'bedrooms', label: 'Bedrooms', inNote: true } },
  { column: 'timing', field: 'timing', crm: { key: 'timing', label: 'Wants to sell', inNote: true } },
  {
    column: 'message',
    field: 'message',
    crm: { key: 'message', label: 'Message', inNote: true, isLong: true },
  },
  { column: 'notes', field: 'notes' },
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
    header: 'heard_of_us',
    crm: { key: 'referral_source', label: 'Heard of us through' },
  },
  // The layout variants that the visitor saw on pages with a running test. The server reads them from a cookie.
  {
    column: 'page_variants',
    field: 'pageVariants',
    crm: { key: 'page_variants', label: 'Saw these page layouts', inNote: true },
  },
  { column: 'page', field: 'page' },
  // Shown in the CRM as the contact's source.
  { column: 'source', field: 'source' },
] as const;

type LeadTextColumn = (typeof leadTextColumns)[number]['column'];
type LeadTextField = (typeof leadTextColumns)[number]['field'];

/** A lead's text columns as they are stored. */
export type LeadTexts = Record<LeadTextColumn, string | null>;

/** The same texts in a submission. Absent properties were not sent. */
export type SubmittedTexts = Partial<Record<LeadTextField, string>>;

/** Merges texts. Later texts replace earlier ones; absent and empty texts change nothing. */
export function mergeTexts(before: LeadTexts | undefined, submitted: SubmittedTexts): LeadTexts;
export function mergeTexts(before: LeadTexts | undefined, submitted: SubmittedTexts): object {
  return Object.fromEntries(
    leadTextColumns.map(({ column, field }) => [column, submitted[field] || (before?.[column] ?? null)]),
  );
}

/** Returns a stored lead's texts by their field names. */
export function leadTextFields(lead: LeadTexts): Record<LeadTextField, string | null>;
export function leadTextFields(lead: LeadTexts): object {
  return Object.fromEntries(leadTextColumns.map(({ column, field }) => [field, lead[column]]));
}
