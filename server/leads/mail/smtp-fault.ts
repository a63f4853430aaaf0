import { LastingFault, TransientFault } from '../deliver/delivery-fault.ts';

/** What nodemailer's errors carry; see `NodemailerError` in its `errors.d.ts`. */
interface SmtpError extends Error {
  code?: unknown;
  originalCode?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

const WAYS: ReadonlyMap<string, string> = new Map([
  ['ECONNECTION', 'the connection was closed'],
  ['ETIMEDOUT', 'the mail server did not answer in time'],
  ['EABORT', 'the mail server did not answer in time'],
  ['ESOCKET', 'the mail server could not be reached'],
  ['EDNS', 'the mail server’s name could not be found'],
  ['ETLS', 'no secure connection could be made'],
  ['EPROTOCOL', 'the answer was not that of a mail server'],
]);

/** Faults that lie in the set-up or the message, not in the connection. */
const OURS: ReadonlyMap<string, string> = new Map([
  ['EAUTH', 'The mail server refused the user name or password. Correct SMTP_URL.'],
  ['ENOAUTH', 'The mail server asks for a user name and password. Put both into SMTP_URL.'],
  ['EOAUTH2', 'The mail server refused the user name or password. Correct SMTP_URL.'],
  ['ECONFIG', 'SMTP_URL cannot be used as it is. Write it like smtps://user:password@mail.example.com.'],
]);

/**
 * What a failed sending means: 4xx answers and everything about the connection may mend themselves, 5xx answers and
 * refused credentials do not. Only codes are taken over: servers put addresses into their words, and errors are logged.
 */
export function smtpFault(error: unknown): TransientFault | LastingFault {
  if (!(error instanceof Error))
    return new TransientFault('The mail could not be sent, for no known reason.');
  const { code, originalCode, responseCode, response }: SmtpError = error;
  const name = typeof code === 'string' ? code : 'unknown';
  const status = typeof responseCode === 'number' ? responseCode : null;
  const answer = status === null ? '' : ` (answer ${answerCode(status, response)})`;
  // RFC 5321: 503 speaks of the order of commands on one connection, not of the mail.
  const lasting = status === null ? OURS.has(name) : status >= 500 && status !== 503;
  const mend = OURS.get(name);
  if (lasting && mend !== undefined) return new LastingFault(`${mend.replace(/\.$/, '')}${answer}.`);
  if (lasting) {
    return new LastingFault(
      `The mail server refused the mail${answer}. Check that sender and recipient exist and that the server may send for the sender (MAIL_FROM, AGENT_ALERT_TO).`,
    );
  }
  if (status !== null) return new TransientFault(`The mail server put the mail off${answer}.`);
  const why = WAYS.get(name) ?? 'it failed on the way';
  const detail = typeof originalCode === 'string' ? originalCode : name;
  return new TransientFault(`The mail could not be sent: ${why} (${detail}). Check SMTP_URL if it stays so.`);
}

/** `550 5.1.1` of an answer `550 5.1.1 <somebody@example.com> unknown`. */
function answerCode(status: number, response: unknown): string {
  const detailed =
    typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : null;
  return detailed ? `${status} ${detailed}` : String(status);
}
