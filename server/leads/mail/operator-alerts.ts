import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Content } from '../../content/content.ts';
import type { Config } from '../../platform/config/config.ts';
import type { StorageAlerts } from '../../database/state/storage-watch.ts';
import { composeMail } from './compose-mail.ts';
import {
  quarantineMailText,
  type DestinationAlert,
  attentionMailText,
  destinationOutageMailText,
  crmReconnectMailText,
  remindersMailText,
  storageFailureMailText,
  storageRecoveryMailText,
} from './operator-mail-text.ts';
import { alertRecipients, alertSender } from './mail-parties.ts';
import type { MailText } from './mail-text.ts';
import type { SmtpClient } from './smtp-client.ts';

/**
 * Alerts operators to problems of deliveries. If a method throws, the alert was not sent, and the caller must retry it
 * later.
 */
export interface DestinationAlertSender {
  /** Reports deliveries that need an operator's decision. */
  attention(alert: DestinationAlert): Promise<void>;
  /** Reports a destination that has been failing for over an hour. */
  outage(alert: DestinationAlert): Promise<void>;
  /** Reports that the CRM refused our credentials or would not renew them. */
  reconnect(alert: DestinationAlert): Promise<void>;
}

interface AlertServices {
  config: Pick<Config, 'mail' | 'databaseUrl'>;
  content: Pick<Content, 'settings'>;
  /** Returns the site's URL without a trailing slash. */
  origin: () => string;
  log: Logger;
}

/** All alerts to operators. If a method throws, the alert was not sent, and the caller must retry it later. */
export interface OperatorAlerts extends DestinationAlertSender {
  /** Reports how many leads are quarantined. */
  held: (held: number) => Promise<void>;
  /** Reports how many of the agent's reminders are due. */
  reminders: (due: number) => Promise<void>;
  storage: StorageAlerts;
}

/**
 * Creates alerts that are logged and, if there is a mail server (`smtp`), e-mailed. They throw a `DeliveryError` if
 * the e-mail fails. Storage alerts are only e-mailed, because `createStorageState` logs them.
 */
export function createOperatorAlerts(
  { config, content, origin, log }: AlertServices,
  smtp: SmtpClient | null,
): OperatorAlerts {
  const shared = config.databaseUrl !== null;
  async function mail(text: MailText): Promise<void> {
    if (smtp === null) return;
    const settings = content.settings();
    await smtp.send(
      composeMail(text, randomUUID(), origin(), {
        from: alertSender(config.mail, settings),
        to: [...alertRecipients(config.mail, settings)],
        headers: { 'Auto-Submitted': 'auto-generated', Importance: 'high' },
      }),
    );
  }
  return {
    async attention(alert) {
      log.error(
        { event: 'deliveries-need-attention', ...facts(alert) },
        'Deliveries need an operator. “npm run leads status” shows them, “npm run leads retry” sends them again.',
      );
      await mail(attentionMailText(alert, origin()));
    },
    async outage(alert) {
      log.error(
        { event: 'destination-fails-for-long', ...facts(alert) },
        'A destination has failed for over an hour; what goes there waits, and goes out by itself.',
      );
      await mail(destinationOutageMailText(alert, origin()));
    },
    async reconnect(alert) {
      log.error(
        { event: 'crm-needs-reconnecting', ...facts(alert) },
        'The CRM refused our credentials, or to renew them. Connect it again, or correct GHL_API_KEY.',
      );
      await mail(crmReconnectMailText(alert, origin()));
    },
    async held(held) {
      log.warn(
        { event: 'leads-held-back', held },
        'Leads are held back as suspicious. “npm run leads status” shows them, “npm run leads release” sends one on.',
      );
      await mail(quarantineMailText(held, origin()));
    },
    async reminders(due) {
      log.info({ event: 'reminders-due', due });
      await mail(remindersMailText(due, origin()));
    },
    storage: {
      failing: (fault) => mail(storageFailureMailText(fault, { origin: origin(), shared })),
      recovered: (fault, until) => mail(storageRecoveryMailText(fault, until, origin())),
    },
  };
}

function facts({ destination, reason, attention, waiting }: DestinationAlert) {
  return { destination, reason, attention, waiting };
}
