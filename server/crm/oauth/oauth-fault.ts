/**
 * Why the CRM gave no tokens. `grant`: it does not take this code or refresh token. `client`: it does not take our
 * client id and secret. `unreached`: nothing happened there. `unclear`: it may have happened, and its answer is lost.
 * `refused`: for another reason, in its words. `keys`: our secret keys do not open what is stored.
 */
export type OauthFaultKind = 'grant' | 'client' | 'unreached' | 'unclear' | 'refused' | 'keys';

/** Asking the CRM for tokens failed. The message is for operators, and has no secret in it. */
export class OauthFault extends Error {
  override name = 'OauthFault';
  readonly kind: OauthFaultKind;

  constructor(kind: OauthFaultKind, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.kind = kind;
  }
}
