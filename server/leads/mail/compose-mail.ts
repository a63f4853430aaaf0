import type { SendMailOptions } from 'nodemailer';
import type { MailText } from './mail-text.ts';
import { writeHtmlMail } from './write-html-mail.ts';
import { writePlainMail } from './write-plain-mail.ts';

interface Envelope {
  from: NonNullable<SendMailOptions['from']>;
  to: NonNullable<SendMailOptions['to']>;
  replyTo?: NonNullable<SendMailOptions['replyTo']>;
  headers?: Readonly<Record<string, string>>;
}

/**
 * A mail, ready to send. `id` names it for ever: the same id makes the same Message-ID, so a mail that is sent twice
 * is seen to be one. Values are for one line already.
 */
export function composeMail(text: MailText, id: string, origin: string, envelope: Envelope): SendMailOptions {
  return {
    from: envelope.from,
    to: envelope.to,
    ...(envelope.replyTo ? { replyTo: envelope.replyTo } : {}),
    subject: text.subject,
    text: writePlainMail(text),
    html: writeHtmlMail(text),
    messageId: `<${id}@${URL.parse(origin)?.hostname ?? 'localhost'}>`,
    headers: { 'X-Entity-Ref-ID': id, ...envelope.headers },
  };
}
