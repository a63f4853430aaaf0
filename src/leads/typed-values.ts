import { isChanged, type Control } from '../builder/keep-typed.ts';
import type { FormValues } from '../contracts/forms/build-requests.ts';
import { postFields } from '../contracts/leads/lead-request.ts';

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

/** Whether the visitor, or the browser on their behalf, has changed any field since the form was rendered. */
export function isTyped(form: HTMLFormElement): boolean {
  return controlsOf(form).some(isChanged);
}

/** Fills in the fields that the visitor has not changed since the page loaded. */
export function fillIn(form: HTMLFormElement, values: FormValues): void {
  // Decide first: checking one radio button changes its whole group.
  for (const control of controlsOf(form).filter((each) => !isChanged(each))) {
    const value = values[control.name];
    if (value === undefined) continue;
    const ticks = control.type === 'checkbox' || control.type === 'radio';
    if (ticks && 'checked' in control) control.checked = control.value === value;
    else control.value = value;
  }
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (each): each is Control =>
      (each instanceof HTMLInputElement && each.type !== 'hidden') ||
      each instanceof HTMLTextAreaElement ||
      each instanceof HTMLSelectElement,
  );
}
