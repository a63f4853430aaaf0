import { isControlDirty, type FormControl } from '../builder/preserve-typed-values.ts';
import type { FormValues } from '../contracts/forms/build-requests.ts';
import { formPostFields } from '../contracts/leads/lead-request.ts';

/**
 * Names of the fields that `readFormValues` leaves out, because the visitor does not fill them in. The consent version
 * is not one of them, because it belongs to the visitor's choice.
 */
export const technicalFieldNames = new Set<string>(
  Object.values(formPostFields).filter((name) => name !== formPostFields.consentVersion),
);

/** Returns the current values of a form's fields, as typed. Technical fields and unchecked boxes are left out. */
export function readFormValues(form: HTMLFormElement): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && !technicalFieldNames.has(name)) values[name] = value;
  }
  return values;
}

/** Whether the visitor, or the browser on their behalf, has changed any field since the form was rendered. */
export function isFormDirty(form: HTMLFormElement): boolean {
  return controlsOf(form).some(isControlDirty);
}

/** Fills in the fields that the visitor has not changed since the form was rendered. */
export function fillUnchangedFields(form: HTMLFormElement, values: FormValues): void {
  // Decide first: checking one radio button changes its whole group.
  for (const control of controlsOf(form).filter((each) => !isControlDirty(each))) {
    const value = values[control.name];
    if (value === undefined) continue;
    const ticks = control.type === 'checkbox' || control.type === 'radio';
    if (ticks && 'checked' in control) control.checked = control.value === value;
    else control.value = value;
  }
}

function controlsOf(form: HTMLFormElement): FormControl[] {
  return [...form.elements].filter(
    (each): each is FormControl =>
      (each instanceof HTMLInputElement && each.type !== 'hidden') ||
      each instanceof HTMLTextAreaElement ||
      each instanceof HTMLSelectElement,
  );
}
