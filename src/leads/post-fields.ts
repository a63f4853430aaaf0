/**
 * Names of the fields a form posts besides the visitor's own when there is no script. They start with an
 * underscore, so that no field of a form can be one of them.
 */
export const postFields = {
  /** Key of the placement the form stands in. */
  placement: '_placement',
  step: '_step',
  session: '_session',
  contactId: '_contact',
  /** `back` on the button that goes back; otherwise absent. */
  action: '_action',
  consentVersion: '_consent',
  /** Empty, and out of sight. */
  honeypot: 'website',
} as const;

/** Names of the consent boxes. */
export const consentFields = { marketing: 'consentMarketing', service: 'consentService' } as const;
