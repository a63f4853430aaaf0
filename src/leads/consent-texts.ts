/** The two things a visitor can agree to, each with a box of its own. */
export type ConsentKind = 'marketing' | 'service';

/**
 * The consent's exact wording, as shown beside the boxes and as stored with the lead. What stands before the colon is
 * its title. Required by the TCPA (47 CFR 64.1200(f)(9)) and the carriers' messaging principles (CTIA): who sends,
 * what, how often, at what cost, how to stop, and that consent is no condition of any purchase.
 */
export function consentTexts(brokerage: string): Record<ConsentKind, string> {
  const terms =
    'at the number I give. Consent is not a condition of purchase of any property, goods or services. Message ' +
    'frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.';
  return {
    service: `Service texts: I agree to texts from ${brokerage} about my inquiry, showings and closing ${terms}`,
    marketing:
      'Marketing texts and calls: I agree to marketing texts and calls, automated ones included, from ' +
      `${brokerage}, such as new listings and market updates, ${terms}`,
  };
}

/**
 * The wording's version: a changed text or brokerage has another one by itself. The same on server and browser; not a
 * secret, so a plain 53-bit hash (cyrb53, by bryc, public domain) in base 36 is enough.
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
