import type { Kysely, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { SiteSettings } from '../../../src/content/site-settings.ts';
import type { MailConfig } from '../../config.ts';
import type { Database } from '../../database/schema.ts';
import { LastingFault, TransientFault } from '../deliver/delivery-fault.ts';
import type { MailContext, Mailers } from './mailers.ts';
import { alertText } from './alert-text.ts';
import { composeMail } from './compose-mail.ts';
import { leadConfirmation, subscriptionConfirmation } from './confirmation-text.ts';
import { readLeadHistory } from './lead-history.ts';
import { alertRecipients, alertSender, visitorSender } from './mail-parties.ts';
import { mailableAddress } from './mailable-address.ts';
import { oneLine } from './one-line.ts';
import type { Smtp } from './open-smtp.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** What mails about leads need. */
export interface MailerOptions {
  config: MailConfig;
  smtp: Smtp;
  query: Kysely<Database>;
  settings: () => Promise<SiteSettings>;
  secrets: readonly string[];
  /** The site's address, without a slash at the end. */
  origin: () => string;
  log: Logger;
  now?: () => number;
}

type Lead = Selectable<Database['leads']>;

/** The mails about leads: the alert to the agent, the confirmation to the visitor. */
export function createMailers(options: MailerOptions): Mailers {
  return {
    alert: (lead, context) => sendAlert(options, lead, context),
    confirmation: (lead, context) => sendConfirmation(options, lead, context),
  };
}

async function sendAlert(options: MailerOptions, lead: Lead, context: MailContext): Promise<void> {
  refuseQuarantined(lead);
  const { config, smtp, query, now = Date.now, log } = options;
  const settings = await options.settings();
  const origin = options.origin();
  const to = alertRecipients(config, settings);
  const history = await readLeadHistory(query, lead);
  const text = alertText({ lead, consents: context.consents, history, settings, origin, now: now() });
  const visitor = mailableAddress(lead.email);
  const name = oneLine(`${lead.first_name ?? ''} ${lead.last_name ?? ''}`, 120);
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
}

async function sendConfirmation(options: MailerOptions, lead: Lead, context: MailContext): Promise<void> {
  refuseQuarantined(lead);
  const { config, smtp, query, secrets } = options;
  const to = mailableAddress(lead.email);
  if (to === null) throw new LastingFault('The lead has no e-mail address that a confirmation could go to.');
  const subscription = await query
    .selectFrom('subscriptions')
    .select(['areas', 'unsubscribed_at'])
    .where('email', '=', to.toLowerCase())
    .where('lead_id', '=', lead.id)
    .executeTakeFirst();
  // Who has left in the meantime is not told of being subscribed.
  if (subscription && subscription.unsubscribed_at !== null) return;
  const settings = await options.settings();
  const origin = options.origin();
  const link = subscription ? unsubscribeLink(origin, to, secrets) : null;
  const text =
    subscription && link !== null
      ? subscriptionConfirmation(lead, subscription.areas, settings, link)
      : leadConfirmation(lead, settings);
  await smtp.send(
    composeMail(text, context.deliveryId, origin, {
      from: visitorSender(config, settings),
      to: { name: '', address: to },
      ...(settings.sample ? {} : { replyTo: { name: settings.agent.name, address: settings.agent.email } }),
      headers: {
        // RFC 3834: an answer nobody typed; vacation notices do not answer it.
        'Auto-Submitted': 'auto-replied',
        ...(link === null
          ? {}
          : { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
    }),
  );
}

/** Deliveries of a quarantined lead are held; one that comes through all the same waits for the operator too. */
function refuseQuarantined(lead: Lead): void {
  if (lead.status === 'quarantined') {
    throw new TransientFault('The lead is quarantined: no mail goes out before an operator has released it.');
  }
}
