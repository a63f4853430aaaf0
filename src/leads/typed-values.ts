import type { FormValues } from './forms/lead-requests.ts';
import { postFields } from '../contracts/lead-request.ts';

/**
 * Names of the fields that `typedValues` leaves out, because the visitor does not fill them in. The consent version is
 * kept: it belongs to the visitor's choice.
 */
export const notTheVisitors = new Set<string>(
  Object.values(postFields).filter((name) => name !== postFields.consentVersion),
);

/** Returns the current values of a form's fields, as typed. Unchecked boxes are left out. */
export function typedValues(form: HTMLFormElement): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && !notTheVisitors.has(name)) values[name] = value;
  }
  return values;
}

/** Fills in the fields that the visitor has not changed since the page loaded. */
export function fillIn(form: HTMLFormElement, values: FormValues): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement) {
      const value = values[control.name];
      if (value === undefined || control.type === 'hidden') continue;
      const ticks = control.type === 'checkbox' || control.type === 'radio';
      if (ticks && control.checked === control.defaultChecked) control.checked = control.value === value;
      if (!ticks && control.value === control.defaultValue) control.value = value;
    } else if (control instanceof HTMLTextAreaElement) {
      if (control.value === control.defaultValue) control.value = values[control.name] ?? control.value;
    } else if (control instanceof HTMLSelectElement) {
      const untouched = Array.from(control.options).every(
        (option) => option.selected === option.defaultSelected,
      );
      const value = values[control.name];
      if (untouched && value !== undefined) control.value = value;
    }
  }
}
