import { consentFields, formPostFields, type ConsentChoice } from './lead-request.ts';

/** The two kinds of consent, each with its own checkbox. */
export type ConsentKind = 'marketing' | 'service';

export const consentLabels: Readonly<Record<ConsentKind, string>> = {
  service: 'Service texts about my inquiry',
  marketing: 'Marketing texts and calls',
};

/**
 * Returns the terms that are shown once below both checkboxes. The TCPA (47 CFR 64.1200(f)(9)) and the carriers'
 * messaging principles (CTIA) require them to state who sends what, how often, at what cost, how to opt out, and that
 * consent is not a condition of purchase.
 */
export function consentTerms(brokerage: string): string {
  return (
    `Optional. By checking a box, I agree to receive these from ${brokerage} at my number, including automated ones. ` +
    'Consent is not a condition of purchase. Message frequency varies. Message and data rates may apply. ' +
    'Reply STOP to opt out, HELP for help.'
  );
}

/** Returns the exact wording of each consent as it is stored with the lead: the checkbox's label, then the terms. */
export function consentTexts(brokerage: string): Record<ConsentKind, string> {
  const terms = consentTerms(brokerage);
  return {
    service: `${consentLabels.service}: ${terms}`,
    marketing: `${consentLabels.marketing}: ${terms}`,
  };
}

/**
 * Returns the version of the wording, which changes with any consent text or the brokerage. The server and the browser
 * compute the same value. It is not a secret, so a plain 53-bit hash (cyrb53, by bryc, public domain) in base 36 is
 * enough.
 */
export function consentVersion(brokerage: string): string {
  const { service, marketing } = consentTexts(brokerage);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of `${service}\n${marketing}`) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, '0');
}

/** Reads the visitor's choices from a form's fields; undefined if the form had no consent checkboxes. */
export function readConsentChoice(values: Readonly<Record<string, string>>): ConsentChoice | undefined {
  const version = values[formPostFields.consentVersion];
  if (!version) return undefined;
  return {
    version,
    marketing: values[consentFields.marketing] === 'on',
    service: values[consentFields.service] === 'on',
  };
}
