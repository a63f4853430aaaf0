import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server on a free port that records received mails. */
export interface MailServer {
  port: number;
  /** Raw mails, as received over the wire. */
  mails: string[];
  stop(): Promise<void>;
}

/** Starts a real SMTP server that accepts every mail, by default without TLS and authentication. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
    closeTimeout: 100,
    ...options,
  });
  // Ignore connection errors: some tests disconnect on purpose.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port }: Pick<AddressInfo, 'port'> = addressOf(server);
  return { port, mails, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

function addressOf(server: SMTPServer): AddressInfo {
  const address = server.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The mail server has no port.');
  return address;
}

/** Returns the unfolded value of a header, or null if it is missing. Throws if the header occurs more than once. */
export function headerOf(mail: string, name: string): string | null {
  const head = mail.slice(0, mail.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const found = head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  if (found.length > 1) throw new Error(`The header ${name} stands ${found.length} times.`);
  return found[0]?.slice(name.length + 1).trim() ?? null;
}
