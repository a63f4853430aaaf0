import type { SiteSettings } from '../../../src/content/site-settings.ts';
import type { MailConfig } from '../../config.ts';
import { LastingFault } from '../deliver/delivery-fault.ts';

/** A sender or recipient. */
export type Party = string | { name: string; address: string };

type Settings = Pick<SiteSettings, 'agent' | 'sample'>;

/** Whom leads are announced to. Throws a `LastingFault` while there is nobody: the sample agent reads no mail. */
export function alertRecipients(config: MailConfig, { agent, sample }: Settings): readonly string[] {
  if (config.alertTo.length > 0) return config.alertTo;
  if (!sample) return [agent.email];
  throw new LastingFault(NOBODY);
}

/** Who alerts come from: the set sender, else the agent, else the recipient: an alert goes out in any case. */
export function alertSender(config: MailConfig, settings: Settings): Party {
  const [recipient] = alertRecipients(config, settings);
  return config.from ?? agentParty(settings) ?? recipient ?? nobody();
}

/** Who confirmations come from. Throws a `LastingFault` while only the sample agent could be the sender. */
export function visitorSender(config: MailConfig, settings: Settings): Party {
  const sender = config.from ?? agentParty(settings);
  if (sender === null) throw new LastingFault(NO_SENDER);
  return sender;
}

/** What is missing for mails to go out, in words; empty where nothing is. */
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
