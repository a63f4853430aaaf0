import { consentTexts, consentVersion } from '../../../src/leads/consent-texts.ts';
import type { ContentGateway } from '../../content/gateway.ts';
import type { Database } from '../../database/schema.ts';

export type ConsentTextRow = Database['consent_texts'];

/**
 * The wording visitors are shown now, as rows to keep. A page that was opened before a change of the settings names
 * the version before: that one was kept when a server first showed it.
 */
export async function consentWording(
  gateway: Pick<ContentGateway, 'frame'>,
  now: number,
): Promise<ConsentTextRow[]> {
  const { settings } = await gateway.frame();
  const brokerage = settings.brokerage.name;
  const version = consentVersion(brokerage);
  const texts = consentTexts(brokerage);
  return (['service', 'marketing'] as const).map((kind) => ({
    version,
    kind,
    text: texts[kind],
    first_used_at: now,
  }));
}
