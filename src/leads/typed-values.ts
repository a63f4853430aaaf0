import type { FormValues } from './build-payload.ts';
import { postFields } from './post-fields.ts';

/** Names of fields that are ours, not the visitor's. */
export const notTheVisitors = new Set<string>(
  Object.values(postFields).filter((name) => name !== postFields.consentVersion),
);

/** What stands in a form's fields now, as typed; boxes are there only where ticked. */
export function typedValues(form: HTMLFormElement): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && !notTheVisitors.has(name)) values[name] = value;
  }
  return values;
}

/** Puts values into those fields that nobody has changed since the document came. */
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
