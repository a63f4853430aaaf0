import type { FormId } from './lead-request.ts';

/** The input for a field in the last step of forms. Visitors may always leave it empty. */
export interface LeadFieldInput {
  forms: readonly FormId[];
  /** The input's name; by default, the column's name in camel case. */
  name?: string;
  /** The visible label. If it is absent, the form's view renders the input itself. */
  label?: string;
  hint?: string;
  /** The choices. Without them, the input takes any text up to `maxLength` characters. */
  options?: readonly string[];
  /** In characters; 100 by default. Longer text is rejected, never cut. */
  maxLength?: number;
  /** The toggle of the form's block that shows the input. */
  toggle?: 'home';
  /** The label on the thank-you card, which repeats what was sent. */
  summary: string;
}

/** Declares a text field of a lead: how it is stored, asked for, delivered and shown. */
export interface LeadField {
  /** The column in `leads`, and in the export. */
  column: string;
  /** The label for operators and in the CRM's note; the column's name by default. */
  label?: string;
  /** The column's name in the export, if it differs. */
  header?: string;
  /** Forms send the field in `customData`. Fields with an `input` are always sent there. */
  isCustom?: true;
  /**
   * The custom field in the CRM; `key` is the column's name by default. With `inNote`, the contact's note repeats the
   * value for people who read only the note. With `isLong`, the site creates the custom field with several lines.
   */
  crm?: { key?: string; inNote?: true; isLong?: true };
  /**
   * The group in which e-mails and screens show the field to operators: the visitor's answers, or where the visitor
   * came from. Absent if they do not show it in a group.
   */
  shown?: 'answers' | 'origin';
  input?: LeadFieldInput;
}

/**
 * The text fields of a lead, in the order of the CRM's note and, except for `contact_method`, of the export. To add a
 * field, add an entry here and a migration for the column. Schema, payload, merging, storage, CRM fields, note, alert,
 * screens and export are derived from the entry.
 */
const declaredFields = [
  { column: 'first_name' },
  { column: 'last_name' },
  { column: 'email' },
  { column: 'inquiry_type', label: 'Inquiry type', isCustom: true, crm: {} },
  // The page's own label for the inquiry, for example "My first home".
  { column: 'topic', label: 'Topic', isCustom: true, crm: { inNote: true } },
  // The home to be valued.
  {
    column: 'property_address',
    label: 'Address of the home',
    crm: { inNote: true },
    shown: 'answers',
    // The address has a component of its own, because the first step and the thank-you card may ask for it, too.
    input: { forms: ['lead-form'], name: 'address', maxLength: 200, toggle: 'home', summary: 'Home' },
  },
  {
    column: 'bedrooms',
    label: 'Bedrooms',
    crm: { inNote: true },
    shown: 'answers',
    input: {
      forms: ['lead-form'],
      label: 'Bedrooms',
      options: ['1', '2', '3', '4', '5 or more'],
      toggle: 'home',
      summary: 'Bedrooms',
    },
  },
  {
    column: 'timing',
    label: 'Wants to sell',
    crm: { inNote: true },
    shown: 'answers',
    input: {
      forms: ['lead-form'],
      label: 'When would you sell?',
      options: [
        'As soon as possible',
        'In 1 to 3 months',
        'In 3 to 6 months',
        'Later',
        'I only want to know the value',
      ],
      toggle: 'home',
      summary: 'When',
    },
  },
  { column: 'message', label: 'Message', crm: { inNote: true, isLong: true } },
  { column: 'notes' },
  { column: 'areas', label: 'Area of interest', crm: { key: 'area_of_interest' } },
  { column: 'contact_method', label: 'Preferred contact', isCustom: true, crm: {} },
  // Where the visitor heard about the agent.
  {
    column: 'referral_source',
    label: 'Heard of us through',
    header: 'heard_of_us',
    crm: {},
    shown: 'origin',
    input: {
      forms: ['lead-form'],
      name: 'source',
      label: 'How did you hear about me?',
      options: ['Google', 'Facebook', 'Instagram', 'Referral', 'Other'],
      summary: 'Heard of me',
    },
  },
  // The layout variants that the visitor saw on pages with a running test. The server reads them from a cookie.
  {
    column: 'page_variants',
    label: 'Saw these page layouts',
    crm: { inNote: true },
    shown: 'origin',
  },
  { column: 'page' },
  // Shown in the CRM as the contact's source.
  { column: 'source' },
] as const satisfies readonly LeadField[];

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

/** The column of a declared field in `leads`. */
export type LeadColumn = (typeof declaredFields)[number]['column'];
/** The name of a declared field in code and JSON: its column's name in camel case. */
export type LeadFieldName = CamelCase<LeadColumn>;

interface NamedField extends LeadField {
  column: LeadColumn;
  /** The column's name in camel case, as in submissions, in `customData` and in the operators' API. */
  field: LeadFieldName;
}

export const leadFields: readonly NamedField[] = declaredFields.map((each) =>
  Object.assign({ field: camelCase(each.column) }, each),
);

function camelCase(column: LeadColumn): LeadFieldName;
function camelCase(column: string): string {
  return column.replace(/_./g, (pair) => pair.charAt(1).toUpperCase());
}

/** A lead's texts by their field names. */
export type LeadFieldTexts = Record<LeadFieldName, string | null>;

/**
 * Returns the label and value of each field that is shown in the group `place`. The value is null if the lead has none.
 */
export function shownLeadFields(
  place: NonNullable<LeadField['shown']>,
  texts: LeadFieldTexts,
): (readonly [label: string, text: string | null])[] {
  return leadFields
    .filter(({ shown }) => shown === place)
    .map(({ column, field, label = column }) => [label, texts[field]]);
}

/** The maximum length of a short value, such as a choice. */
export const MAX_SHORT_VALUE_CHARACTERS = 100;
