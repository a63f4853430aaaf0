import type { SendMailOptions } from 'nodemailer';
import { loadOnce } from '../../platform/async/single-flight.ts';
import { DeliveryError } from '../deliver/delivery.ts';

/** Timeouts in milliseconds: for connecting, for an idle connection, and for sending the whole e-mail. */
interface SmtpTiming {
  connect: number;
  silence: number;
  whole: number;
}

const TIMING: SmtpTiming = { connect: 10_000, silence: 15_000, whole: 30_000 };

/** Maximum number of open connections to the mail server. */
const CONNECTIONS = 3;

/** A connection pool to the mail server. */
export interface SmtpClient {
  /**
   * Sends an e-mail and returns how many recipients were refused. Throws a `DeliveryError` if the e-mail could not be
   * sent.
   */
  send(mail: SendMailOptions): Promise<{ refused: number }>;
  close(): void;
}

/**
 * Creates a lazy connection pool: the first e-mail loads nodemailer and connects. `smtps:` URLs use TLS from the start.
 * `smtp:` URLs upgrade to TLS if the server supports it; `?requireTLS=true` makes TLS mandatory.
 */
export function createSmtpClient(url: string, timing: SmtpTiming = TIMING): SmtpClient {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      pool: true,
      url,
      maxConnections: CONNECTIONS,
      // The delivery worker retries, because it knows what has already been sent.
      maxRequeues: 0,
      connectionTimeout: timing.connect,
      greetingTimeout: timing.connect,
      dnsTimeout: timing.connect,
      socketTimeout: timing.silence,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let pool: Awaited<ReturnType<typeof open>> | null = null;
  const opened = loadOnce(async () => (pool = await open()));
  return {
    async send(mail) {
      try {
        const transport = await opened();
        const sent = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(timing.whole) });
        return { refused: sent.rejected.length };
      } catch (error) {
        throw smtpError(error);
      }
    },
    close: () => pool?.close(),
  };
}

/** See `NodemailerError` in nodemailer's `errors.d.ts`. */
interface NodemailerError extends Error {
  code?: unknown;
  originalCode?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

const CONNECTION_FAULTS: ReadonlyMap<string, string> = new Map([
  ['ECONNECTION', 'the connection was closed'],
  ['ETIMEDOUT', 'the mail server did not answer in time'],
  ['EABORT', 'the mail server did not answer in time'],
  ['ESOCKET', 'the mail server could not be reached'],
  ['EDNS', 'the mail server’s name could not be found'],
  ['ETLS', 'no secure connection could be made'],
  ['EPROTOCOL', 'the answer was not that of a mail server'],
]);

/** Error codes that only a configuration change can fix, with instructions. */
const SETUP_FAULTS: ReadonlyMap<string, string> = new Map([
  ['EAUTH', 'The mail server refused the user name or password. Correct SMTP_URL.'],
  ['ENOAUTH', 'The mail server asks for a user name and password. Put both into SMTP_URL.'],
  ['EOAUTH2', 'The mail server refused the user name or password. Correct SMTP_URL.'],
  ['ECONFIG', 'SMTP_URL cannot be used as it is. Write it like smtps://user:password@mail.example.com.'],
]);

/**
 * Converts an SMTP error to a `DeliveryError`. 4xx and 503 responses and connection errors are transient; other 5xx
 * responses and configuration errors are not. Drops the server's message, which may contain addresses, because the
 * error is logged.
 */
function smtpError(error: unknown): DeliveryError {
  if (!(error instanceof Error))
    return new DeliveryError('transient', 'The mail could not be sent, for no known reason.');
  const { code, originalCode, responseCode, response }: NodemailerError = error;
  const name = typeof code === 'string' ? code : 'unknown';
  const status = typeof responseCode === 'number' ? responseCode : null;
  const answer = status === null ? '' : ` (answer ${answerCode(status, response)})`;
  // RFC 5321: 503 means a bad command sequence on this connection, so a retry may succeed.
  const lasting = status === null ? SETUP_FAULTS.has(name) : status >= 500 && status !== 503;
  const fix = SETUP_FAULTS.get(name);
  if (lasting && fix !== undefined)
    return new DeliveryError('lasting', `${fix.replace(/\.$/, '')}${answer}.`);
  if (lasting) {
    return new DeliveryError(
      'lasting',
      `The mail server refused the mail${answer}. Check that sender and recipient exist and that the server may send for the sender (MAIL_FROM, AGENT_ALERT_TO).`,
    );
  }
  if (status !== null) return new DeliveryError('transient', `The mail server put the mail off${answer}.`);
  const why = CONNECTION_FAULTS.get(name) ?? 'the connection failed';
  const detail = typeof originalCode === 'string' ? originalCode : name;
  return new DeliveryError(
    'transient',
    `The mail could not be sent: ${why} (${detail}). Check SMTP_URL if it stays so.`,
  );
}

/** Returns only the status codes of a response: `550 5.1.1` for `550 5.1.1 <somebody@example.com> unknown`. */
function answerCode(status: number, response: unknown): string {
  const detailed =
    typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : null;
  return detailed ? `${status} ${detailed}` : String(status);
}
