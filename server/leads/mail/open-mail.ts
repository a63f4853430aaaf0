import type { Mailers } from './mailers.ts';
import { createMailers, type MailerOptions } from './create-mailers.ts';
import { missingParties } from './mail-parties.ts';
import { openSmtp } from './open-smtp.ts';
import { createOperatorAlerts } from './operator-alerts.ts';

/** All mails of this set-up. */
export interface Mail {
  /** Null where no mail server is set. */
  mailers: Mailers | null;
  operatorAlerts: ReturnType<typeof createOperatorAlerts>;
  close(): void;
}

/** Opens the mails of this set-up; warns of what keeps them from going out. */
export async function openMail(options: Omit<MailerOptions, 'smtp'>): Promise<Mail> {
  const { config, log } = options;
  const smtp = config.smtpUrl === null ? null : openSmtp(config.smtpUrl);
  if (smtp !== null) {
    for (const missing of missingParties(config, await options.settings())) {
      log.warn({ event: 'mail-incomplete' }, missing);
    }
  }
  return {
    mailers: smtp && createMailers({ ...options, smtp }),
    operatorAlerts: createOperatorAlerts({ ...options, smtp }),
    close: () => smtp?.close(),
  };
}
