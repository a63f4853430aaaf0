import { postFields } from './post-fields.ts';
import { notTheVisitors } from './typed-values.ts';

/** What stands in the field that no visitor sees. */
export function honeypotOf(form: HTMLFormElement): string {
  const value = new FormData(form).get(postFields.honeypot);
  return typeof value === 'string' ? value : '';
}

/** The names of the fields a visitor sees. */
export function shownNames(form: HTMLFormElement): ReadonlySet<string> {
  const names = new Set<string>();
  for (const control of form.elements) {
    if (!('name' in control) || typeof control.name !== 'string') continue;
    if (control instanceof HTMLInputElement && control.type === 'hidden') continue;
    if (!notTheVisitors.has(control.name)) names.add(control.name);
  }
  return names;
}
