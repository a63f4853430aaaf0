import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { MailConfig } from '../../platform/config/config.ts';
import { DeliveryError } from '../deliver/delivery.ts';

/** A sender or recipient: an e-mail address, or a name with an address. */
export type MailAddress = string | { name: string; address: string };

/** Null while the settings have never been read from WordPress. */
type Settings = Pick<SiteSettings, 'agent' | 'sample'> | null;

/**
 * Returns the recipients of alerts: those in `config.alertTo`, else the agent. If `config.alertTo` is empty, throws a
 * `DeliveryError`: `not-connected` if the settings have not been read yet, `lasting` if they still show the sample
 * agent, who has no mailbox.
 */
export function alertRecipients(config: MailConfig, settings: Settings): readonly string[] {
  if (config.alertTo.length > 0) return config.alertTo;
  const { agent, sample } = requireSiteSettings(settings);
  if (!sample) return [agent.email];
  throw new DeliveryError('lasting', NOBODY, { inconclusive: true });
}

/**
 * Returns the settings. Throws a `DeliveryError` (`not-connected`) if they are null, so that the e-mail waits until
 * they have been read from WordPress.
 */
export function requireSiteSettings<Read>(settings: Read | null): Read {
  if (settings === null)
    throw new DeliveryError('not-connected', 'The site settings have not been read from WordPress.');
  return settings;
}

/**
 * Returns the sender of alerts: `config.from`, else the agent, else the first recipient. Throws a `DeliveryError` if
 * there are no recipients, as `alertRecipients` does.
 */
export function alertSender(config: MailConfig, settings: Settings): MailAddress {
  const [recipient] = alertRecipients(config, settings);
  return config.from ?? agentParty(settings) ?? recipient ?? nobody();
}

/**
 * Returns the sender of confirmations: `config.from`, else the agent. Throws a `DeliveryError` (`lasting`) if there is
 * no `config.from` and the settings still show the sample agent.
 */
export function confirmationSender(config: MailConfig, settings: NonNullable<Settings>): MailAddress {
  const sender = config.from ?? agentParty(settings);
  if (sender === null) throw new DeliveryError('lasting', NO_SENDER, { inconclusive: true });
  return sender;
}

/** Returns one message per missing setting that prevents e-mails from being sent. */
export function missingMailSettingMessages(
  config: MailConfig,
  { sample }: Pick<SiteSettings, 'sample'>,
): readonly string[] {
  if (!sample) return [];
  return [
    ...(config.alertTo.length === 0 ? [NOBODY] : []),
    ...(config.confirm && config.from === null ? [NO_SENDER] : []),
  ];
}

const NOBODY =
  'Nobody gets the alerts: AGENT_ALERT_TO is not set, and the site settings still show the sample agent. Set AGENT_ALERT_TO, or enter the agent.';
const NO_SENDER =
  'Confirmations have no sender: MAIL_FROM is not set, and the site settings still show the sample agent. Set MAIL_FROM, or enter the agent.';

function agentParty(settings: Settings): MailAddress | null {
  return settings && !settings.sample ? { name: settings.agent.name, address: settings.agent.email } : null;
}

function nobody(): never {
  throw new DeliveryError('lasting', NOBODY, { inconclusive: true });
}
