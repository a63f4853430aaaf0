import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { MailConfig } from '../../platform/config.ts';
import { LastingFault } from '../deliver/delivery.ts';

export type Party = string | { name: string; address: string };

type Settings = Pick<SiteSettings, 'agent' | 'sample'>;

/**
 * Returns the recipients of alerts: those configured, else the agent. Throws a `LastingFault` if none are configured
 * and the settings still show the sample agent, who has no mailbox.
 */
export function alertRecipients(config: MailConfig, { agent, sample }: Settings): readonly string[] {
  if (config.alertTo.length > 0) return config.alertTo;
  if (!sample) return [agent.email];
  throw new LastingFault(NOBODY);
}

/**
 * Returns the sender of alerts: `config.from`, else the agent, else the first recipient. Throws a `LastingFault` if
 * there are no recipients.
 */
export function alertSender(config: MailConfig, settings: Settings): Party {
  const [recipient] = alertRecipients(config, settings);
  return config.from ?? agentParty(settings) ?? recipient ?? nobody();
}

/** Returns the sender of confirmations: `config.from`, else the agent. Throws a `LastingFault` if neither is set. */
export function visitorSender(config: MailConfig, settings: Settings): Party {
  const sender = config.from ?? agentParty(settings);
  if (sender === null) throw new LastingFault(NO_SENDER);
  return sender;
}

/** Returns one message per missing setting that prevents e-mails from being sent. */
export function missingParties(config: MailConfig, { sample }: Pick<Settings, 'sample'>): readonly string[] {
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

function agentParty({ agent, sample }: Settings): Party | null {
  return sample ? null : { name: agent.name, address: agent.email };
}

function nobody(): never {
  throw new LastingFault(NOBODY);
}
