import type { ConsentChoice } from './lead-wire.ts';
import { consentFields, postFields } from './post-fields.ts';

/** What a visitor ticked, read from a form's fields; undefined where the form showed no boxes. */
export function consentChoice(values: Readonly<Record<string, string>>): ConsentChoice | undefined {
  const version = values[postFields.consentVersion];
  if (!version) return undefined;
  return {
    version,
    marketing: values[consentFields.marketing] === 'on',
    service: values[consentFields.service] === 'on',
  };
}
