/**
 * The outcome of a submission, shown above the form or on the thank-you card. With JavaScript, a toast repeats it
 * unless the card shows it.
 */
export interface FormNotice {
  kind: 'success' | 'error' | 'info';
  title: string;
  text: string;
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
