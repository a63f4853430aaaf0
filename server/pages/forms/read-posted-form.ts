import type { ResolvedPlacement } from '../../../src/contracts/placement.ts';
import { stepCount } from '../../../src/contracts/forms/all-forms.ts';
import { formIds, type FormId, formPostFields } from '../../../src/contracts/leads/lead-request.ts';

/** Maximum number of fields in a form, including hidden ones. Our forms have fewer than half as many. */
const MAX_FIELDS = 40;

const steps = new Map<string, 1 | 2>([
  ['1', 1],
  ['2', 2],
]);

/** A form that was posted without JavaScript. */
export interface PostedForm {
  form: FormId;
  placement: ResolvedPlacement;
  step: 1 | 2;
  /** All fields by name, including those of `formPostFields`. */
  fields: Readonly<Record<string, string>>;
  /** The fields of the form itself, without those of `formPostFields`. */
  values: Readonly<Record<string, string>>;
  session: string | undefined;
  contactId: string | undefined;
  /** Whether the visitor wants to return to the first step. */
  back: boolean;
}

/** Returns the placements that contain a form. */
export function formPlacements(placements: readonly ResolvedPlacement[]): ResolvedPlacement[] {
  return placements.filter(({ block }) => formOf(block) !== undefined);
}

/** Parses a URL-encoded body as one of the page's forms. Returns null if it matches none of them. */
export function readPostedForm(body: string, placements: readonly ResolvedPlacement[]): PostedForm | null {
  const fields = readFields(body);
  const placement = placements.find(({ key }) => key === fields[formPostFields.placement]);
  const form = placement && formOf(placement.block);
  const step = steps.get(fields[formPostFields.step] ?? '1');
  if (!placement || !form || !step || step > stepCount(form)) return null;
  const ours = new Set<string>(Object.values(formPostFields));
  return {
    form,
    placement,
    step,
    fields,
    values: Object.fromEntries(Object.entries(fields).filter(([name]) => !ours.has(name))),
    session: fields[formPostFields.session] || undefined,
    contactId: fields[formPostFields.contactId] || undefined,
    back: fields[formPostFields.action] === 'back',
  };
}

/**
 * Parses the fields. If a name occurs twice, the last one wins, because a visible field follows the hidden field of
 * its name.
 */
function readFields(body: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of [...new URLSearchParams(body)].slice(0, MAX_FIELDS)) {
    // Form posts end lines with CRLF, scripts with LF only.
    if (/^_?[A-Za-z]\w{0,40}$/.test(name)) fields[name] = value.replaceAll('\r\n', '\n');
  }
  return fields;
}

function formOf(block: string): FormId | undefined {
  return formIds.find((id) => id === block);
}
