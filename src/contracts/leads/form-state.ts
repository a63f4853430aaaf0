/**
 * The message about a submission. The form shows it until the next submission; the thank-you card shows it after the
 * last step. With JavaScript, a toast shows it, too, unless the card shows it or the message has a `cause`.
 */
export interface FormNoticeContent {
  kind: 'success' | 'error' | 'info';
  title: string;
  text: string;
  /** Why the step could not be sent, if that is known. The notice then offers the agent's phone number. */
  cause?: 'offline' | 'unreachable' | 'busy' | 'not-stored' | 'refused';
  /** Whether this browser keeps the lead and sends it when the connection is back. */
  kept?: boolean;
}

/**
 * The state of a form that was posted without JavaScript, sent with the response so that the browser can continue from
 * it. Values are as typed, by field name; checked consent boxes are `on`.
 */
export interface PostedFormState {
  /** The current step, or `sent` once every step has been received. */
  step: 1 | 2 | 'sent';
  session: string;
  contactId?: string;
  values: Readonly<Record<string, string>>;
  /** Messages by field name. */
  errors: Readonly<Record<string, string>>;
  notice?: FormNoticeContent;
  /** When the last step was received, in epoch milliseconds. Present if `step` is `sent`. */
  sentAt?: number;
}
