import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/schema/schema.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Config } from '../../platform/config/config.ts';
import { readIdentityDifferences } from '../deliver/crm-progress.ts';
import { DeliveryError, type DeliverLead } from '../deliver/delivery.ts';
import { leadAlertMailText } from './lead-alert-text.ts';
import { composeMail } from './compose-mail.ts';
import { leadConfirmationMailText, subscriptionConfirmationMailText } from './confirmation-text.ts';
import { identityMismatchMailText } from './identity-text.ts';
import { readLeadAlertContext } from './lead-alert-context.ts';
import {
  alertRecipients,
  alertSender,
  confirmationSender,
  missingMailSettingMessages,
  requireSiteSettings,
} from './mail-parties.ts';
import { mailableAddress } from '../../platform/contact-details.ts';
import { sanitiseLine } from './mail-text.ts';
import { testMailText } from './operator-mail-text.ts';
import { type SmtpClient, createSmtpClient } from './smtp-client.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';
import { createOperatorAlerts, type OperatorAlerts } from './operator-alerts.ts';

/** The data for an e-mail about a lead, in addition to the lead itself. */
export interface MailContext {
  /** The Message-ID is derived from this id, so mail clients can deduplicate an e-mail that is sent twice. */
  deliveryId: string;
  /** Every answer to the consent checkboxes, oldest first. */
  consents: readonly Selectable<Database['consents']>[];
}

/**
 * Sends the e-mails about a lead. The methods return false if there is nothing to send. They throw a `DeliveryError` if
 * they fail: `transient`, `lasting`, or `not-connected` until the site settings have been read.
 */
export interface Mailers {
  /** Sends the lead's request and contact details to the agent. */
  alert(lead: Selectable<Database['leads']>, context: MailContext): Promise<boolean>;
  /**
   * Warns the agent that the lead's CRM contact has a different name, e-mail address or phone number. Sends nothing if
   * they no longer differ.
   */
  identity(lead: Selectable<Database['leads']>, context: MailContext): Promise<boolean>;
  /**
   * Confirms to the visitor that the request was received, or that the market report subscription has started. Sends
   * nothing to somebody who has unsubscribed meanwhile.
   */
  confirmation(lead: Selectable<Database['leads']>, context: MailContext): Promise<boolean>;
}

interface MailServices {
  config: Pick<Config, 'mail' | 'databaseUrl'>;
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'settings'>;
  /** The server's secret keys, current key first. */
  secrets: readonly string[];
  /** Returns the site's URL without a trailing slash. */
  origin: () => string;
  log: Logger;
  /** Returns epoch milliseconds. */
  now: () => number;
}

type Lead = Selectable<Database['leads']>;

async function sendAlert(
  services: MailServices,
  smtp: SmtpClient,
  lead: Lead,
  context: MailContext,
): Promise<boolean> {
  refuseQuarantined(lead);
  const { query } = services.database;
  const { now, log } = services;
  const config = services.config.mail;
  const settings = requireSiteSettings(services.content.settings());
  const origin = services.origin();
  const to = alertRecipients(config, settings);
  const history = await readLeadAlertContext(query, lead);
  const text = leadAlertMailText({ lead, consents: context.consents, history, settings, origin, now: now() });
  const visitor = mailableAddress(lead.email);
  const name = sanitiseLine(`${lead.first_name ?? ''} ${lead.last_name ?? ''}`, 120);
  const { refused } = await smtp.send(
    composeMail(text, context.deliveryId, origin, {
      from: alertSender(config, settings),
      to: [...to],
      ...(visitor ? { replyTo: { name, address: visitor } } : {}),
    }),
  );
  if (refused > 0) {
    log.warn(
      { event: 'alert-recipients-refused', refused },
      'The mail server refused some of the alert’s recipients. Correct AGENT_ALERT_TO.',
    );
  }
  return true;
}

async function sendIdentity(
  services: MailServices,
  smtp: SmtpClient,
  lead: Lead,
  context: MailContext,
): Promise<boolean> {
  refuseQuarantined(lead);
  const config = services.config.mail;
  const differs = await readIdentityDifferences(services.database.query, lead.id);
  // A later step of the form may have removed the difference.
  if (differs.length === 0) return false;
  const settings = requireSiteSettings(services.content.settings());
  const origin = services.origin();
  await smtp.send(
    composeMail(identityMismatchMailText(lead, differs, origin), context.deliveryId, origin, {
      from: alertSender(config, settings),
      to: [...alertRecipients(config, settings)],
      headers: { Importance: 'high' },
    }),
  );
  return true;
}

async function sendConfirmation(
  services: MailServices,
  smtp: SmtpClient,
  lead: Lead,
  context: MailContext,
): Promise<boolean> {
  refuseQuarantined(lead);
  const config = services.config.mail;
  const to = mailableAddress(lead.email);
  if (to === null)
    throw new DeliveryError('lasting', 'The lead has no e-mail address that a confirmation could go to.', {
      inconclusive: true,
    });
  const subscription = await services.database.query
    .selectFrom('subscriptions')
    .select(['areas', 'unsubscribed_at'])
    .where('email', '=', to.toLowerCase())
    .where('lead_id', '=', lead.id)
    .executeTakeFirst();
  if (subscription && subscription.unsubscribed_at !== null) return false;
  const settings = requireSiteSettings(services.content.settings());
  const origin = services.origin();
  const link = subscription ? unsubscribeLink(origin, to, services.secrets) : null;
  const text =
    subscription && link !== null
      ? subscriptionConfirmationMailText(lead, subscription.areas, settings, link)
      : leadConfirmationMailText(lead, settings, services.now());
  await smtp.send(
    composeMail(text, context.deliveryId, origin, {
      from: confirmationSender(config, settings),
      to: { name: '', address: to },
      ...(settings.sample ? {} : { replyTo: { name: settings.agent.name, address: settings.agent.email } }),
      headers: {
        // RFC 3834: keeps vacation responders from replying.
        'Auto-Submitted': 'auto-replied',
        ...(link === null
          ? {}
          : { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
    }),
  );
  return true;
}

async function sendTest(
  { config: { mail }, content, origin }: MailServices,
  smtp: SmtpClient | null,
  by: string,
): Promise<readonly string[]> {
  if (smtp === null) {
    throw new DeliveryError('lasting', 'There is no mail server yet. Set SMTP_URL, then restart.', {
      inconclusive: true,
    });
  }
  const settings = content.settings();
  const to = alertRecipients(mail, settings);
  const { refused } = await smtp.send(
    composeMail(testMailText(by, origin()), randomUUID(), origin(), {
      from: alertSender(mail, settings),
      to: [...to],
      headers: { 'Auto-Submitted': 'auto-generated' },
    }),
  );
  if (refused === 0) return to;
  throw new DeliveryError(
    'lasting',
    `The mail server refused ${refused} of ${to.length} recipients. Correct AGENT_ALERT_TO.`,
  );
}

/**
 * Throws a `DeliveryError` (`transient`) if the lead is quarantined. The delivery worker already holds such deliveries;
 * this second check exists because a sent e-mail cannot be taken back.
 */
function refuseQuarantined(lead: Lead): void {
  if (lead.status === 'quarantined') {
    throw new DeliveryError(
      'transient',
      'The lead is quarantined: no mail goes out before an operator has released it.',
      { inconclusive: true },
    );
  }
}

/**
 * Creates a `DeliverLead` that sends one kind of e-mail. Retries reuse the Message-ID, so mail clients can deduplicate
 * them.
 */
export function createMailDelivery(mailers: Mailers, kind: keyof Mailers): DeliverLead {
  return async ({ delivery, lead, consents }, progress) => {
    await progress.beforeCall();
    const isSent = await mailers[kind](lead, { deliveryId: delivery.id, consents });
    return isSent ? {} : { inconclusive: true };
  };
}

/** Sends all e-mails of the server. */
export interface OutgoingMailService {
  /** Null if no mail server is configured. */
  mailers: Mailers | null;
  operatorAlerts: OperatorAlerts;
  /**
   * Sends a test e-mail to the recipients of alerts, and returns their addresses. `by` is the name of the operator
   * who sends it. Throws a `DeliveryError` that says what to correct.
   */
  sendTest(by: string): Promise<readonly string[]>;
  close(): void;
}

/**
 * Sets up outgoing e-mail. If there is a mail server and the site settings have been read, logs a warning for each
 * missing setting that prevents e-mails from being sent.
 */
export async function createOutgoingMailService(services: MailServices): Promise<OutgoingMailService> {
  const config = services.config.mail;
  const smtp = config.smtpUrl === null ? null : createSmtpClient(config.smtpUrl);
  const settings = services.content.settings();
  if (smtp !== null && settings !== null) {
    for (const missing of missingMailSettingMessages(config, settings)) {
      services.log.warn({ event: 'mail-incomplete' }, missing);
    }
  }
  return {
    mailers: smtp && {
      alert: (lead, context) => sendAlert(services, smtp, lead, context),
      identity: (lead, context) => sendIdentity(services, smtp, lead, context),
      confirmation: (lead, context) => sendConfirmation(services, smtp, lead, context),
    },
    operatorAlerts: createOperatorAlerts(services, smtp),
    sendTest: (by) => sendTest(services, smtp, by),
    close: () => smtp?.close(),
  };
}
