import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SiteSettings } from '../../../src/content/site-settings.ts';
import type { MailConfig } from '../../config.ts';
import type { OperatorAlerts, OperatorNotice, TellHeld } from './mailers.ts';
import { composeMail } from './compose-mail.ts';
import { heldText } from './held-text.ts';
import { alertRecipients, alertSender } from './mail-parties.ts';
import type { MailText } from './mail-text.ts';
import type { Smtp } from './open-smtp.ts';
import { attentionText, outageText, reconnectText } from './operator-text.ts';

interface Options {
  config: MailConfig;
  /** Null where no mail server is set: then the log is all there is. */
  smtp: Smtp | null;
  settings: () => Promise<SiteSettings>;
  /** The site's address, without a slash at the end. */
  origin: () => string;
  log: Logger;
}

/** Tells operators in the log, and by mail where there is a mail server. Throws when the mail fails. */
export function createOperatorAlerts({
  config,
  smtp,
  settings,
  origin,
  log,
}: Options): OperatorAlerts & { held: TellHeld } {
  async function mail(text: MailText): Promise<void> {
    if (smtp === null) return;
    const current = await settings();
    await smtp.send(
      composeMail(text, randomUUID(), origin(), {
        from: alertSender(config, current),
        to: [...alertRecipients(config, current)],
        headers: { 'Auto-Submitted': 'auto-generated', Importance: 'high' },
      }),
    );
  }
  return {
    async attention(notice) {
      log.error(
        { event: 'deliveries-need-attention', ...facts(notice) },
        'Deliveries need an operator. “npm run leads status” shows them, “npm run leads retry” sends them again.',
      );
      await mail(attentionText(notice, origin()));
    },
    async outage(notice) {
      log.error(
        { event: 'destination-fails-for-long', ...facts(notice) },
        'A destination has failed for over an hour; what goes there waits, and goes out by itself.',
      );
      await mail(outageText(notice, origin()));
    },
    async reconnect(notice) {
      log.error(
        { event: 'crm-needs-reconnecting', ...facts(notice) },
        'The CRM refused our credentials, or to renew them. Connect it again, or correct GHL_API_KEY.',
      );
      await mail(reconnectText(notice, origin()));
    },
    async held(held) {
      log.warn(
        { event: 'leads-held-back', held },
        'Leads are held back as suspicious. “npm run leads status” shows them, “npm run leads release” sends one on.',
      );
      await mail(heldText(held, origin()));
    },
  };
}

function facts({ destination, reason, attention, waiting }: OperatorNotice) {
  return { destination, reason, attention, waiting };
}
