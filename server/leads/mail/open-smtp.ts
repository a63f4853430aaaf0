import { createTransport, type SendMailOptions } from 'nodemailer';
import { smtpFault } from './smtp-fault.ts';

/** Milliseconds a mail may take, from its first command to the server's last word, and the steps of it. */
export interface SmtpTiming {
  connect: number;
  silence: number;
  whole: number;
}

const TIMING: SmtpTiming = { connect: 10_000, silence: 15_000, whole: 30_000 };

/** Connections kept to the mail server. */
const CONNECTIONS = 3;

/** The way to the mail server. */
export interface Smtp {
  /** Sends one mail. Throws a `TransientFault` or a `LastingFault`. Says to how many recipients it did not go. */
  send(mail: SendMailOptions): Promise<{ refused: number }>;
  /** Ends the kept connections. */
  close(): void;
}

/**
 * Opens the way to a mail server; it is reached with the first mail. `smtps:` is TLS from the start; `smtp:` becomes
 * TLS where the server offers it, and `?requireTLS=true` asks for that. The address may set nodemailer's options.
 */
export function openSmtp(url: string, timing: SmtpTiming = TIMING): Smtp {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: CONNECTIONS,
    // The worker tries again: it knows what was sent.
    maxRequeues: 0,
    connectionTimeout: timing.connect,
    greetingTimeout: timing.connect,
    dnsTimeout: timing.connect,
    socketTimeout: timing.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        const sent = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(timing.whole) });
        return { refused: sent.rejected.length };
      } catch (error) {
        throw smtpFault(error);
      }
    },
    close: () => transport.close(),
  };
}
