import type { Config } from '../../config.ts';
import type { DestinationName } from '../../database/schema.ts';

/** Where the leads of this set-up go. The CRM always: until one is connected its deliveries wait. */
export function leadDestinations(config: Pick<Config, 'crm' | 'mail'>): readonly DestinationName[] {
  return [
    'crm',
    ...(config.crm.inboundWebhookUrl ? (['workflow'] as const) : []),
    ...(config.mail.smtpUrl ? (['alert'] as const) : []),
    ...(config.mail.smtpUrl && config.mail.confirm ? (['confirmation'] as const) : []),
  ];
}
