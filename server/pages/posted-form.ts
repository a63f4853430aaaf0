import type { FinishedPlacement } from '../../src/builder/placement.ts';
import { stepCount } from '../../src/leads/form-steps.ts';
import { formIds, type FormId } from '../../src/leads/lead-wire.ts';
import { postFields } from '../../src/leads/post-fields.ts';

/** Most fields of a form, hidden ones included; no form of ours has half as many. */
const FIELDS_MOST = 40;

const steps = new Map<string, 1 | 2>([
  ['1', 1],
  ['2', 2],
]);

/** A form as it was posted without script. */
export interface PostedForm {
  form: FormId;
  placement: FinishedPlacement;
  step: 1 | 2;
  /** All fields by name, those of `postFields` too. */
  fields: Readonly<Record<string, string>>;
  /** The visitor's own, as typed. */
  values: Readonly<Record<string, string>>;
  session: string | undefined;
  contactId: string | undefined;
  /** Whether the visitor wants the first step again. */
  back: boolean;
}

/** The placements of a page whose forms can be posted. */
export function formPlacements(placements: readonly FinishedPlacement[]): FinishedPlacement[] {
  return placements.filter(({ block }) => formOf(block) !== undefined);
}

/** Reads an urlencoded body as a form of the page; null where no form of the page sends such. */
export function readPostedForm(body: string, placements: readonly FinishedPlacement[]): PostedForm | null {
  const fields = readFields(body);
  const placement = placements.find(({ key }) => key === fields[postFields.placement]);
  const form = placement && formOf(placement.block);
  const step = steps.get(fields[postFields.step] ?? '1');
  if (!placement || !form || !step || step > stepCount(form)) return null;
  const ours = new Set<string>(Object.values(postFields));
  return {
    form,
    placement,
    step,
    fields,
    values: Object.fromEntries(Object.entries(fields).filter(([name]) => !ours.has(name))),
    session: fields[postFields.session] || undefined,
    contactId: fields[postFields.contactId] || undefined,
    back: fields[postFields.action] === 'back',
  };
}

/** Where a name comes twice, the last one counts: what is seen stands behind what is hidden. */
function readFields(body: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of [...new URLSearchParams(body)].slice(0, FIELDS_MOST)) {
    // Browsers end the lines of a text by two characters, scripts by one.
    if (/^_?[A-Za-z]\w{0,40}$/.test(name)) fields[name] = value.replaceAll('\r\n', '\n');
  }
  return fields;
}

function formOf(block: string): FormId | undefined {
  return formIds.find((id) => id === block);
}
