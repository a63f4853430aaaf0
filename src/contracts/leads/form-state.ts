/**
 * The outcome of a submission, shown in the form until the next one, or on the thank-you card. With JavaScript, a toast
 * repeats it unless the card shows it or its cause is known.
 */
export interface FormNotice {
  kind: 'success' | 'error' | 'info';
  title: string;
  text: string;
  /** Why a step could not be sent, if that is known. The notice then offers the phone number, and has no toast. */
  cause?: 'offline' | 'unreachable' | 'busy' | 'not-stored' | 'refused';
  /** This browser keeps the lead, and sends it when the connection is back. */
  kept?: boolean;
}

/**
 * The state of a form that was posted without JavaScript, sent with the response so that the browser can continue from
 * it. Values are as typed, by field name; checked consent boxes are `on`.
 */
export interface FormState {
  /** The current step, or `sent` once every step has been received. */
  step: 1 | 2 | 'sent';
  session: string;
  contactId?: string;
  values: Readonly<Record<string, string>>;
  /** Messages by field name. */
  errors: Readonly<Record<string, string>>;
  notice?: FormNotice;
  /** When the last step was received, in epoch milliseconds. Present if `step` is `sent`. */
  sentAt?: number;
}
