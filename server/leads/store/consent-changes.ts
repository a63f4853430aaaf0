import type { ConsentChoice } from '../../../src/leads/lead-wire.ts';
import type { StoredConsent } from './find-lead.ts';

/** Whether an answer to the consent boxes, undefined where there were none, is another than the lead's latest. */
export function isNewConsent(earlier: readonly StoredConsent[], consent: ConsentChoice | undefined): boolean {
  if (!consent) return false;
  const at = latestConsentAt(earlier);
  const latest = earlier.filter((each) => each.at === at);
  return (['service', 'marketing'] as const).some(
    (kind) =>
      !latest.some(
        (each) =>
          each.kind === kind && each.given === (consent[kind] ? 1 : 0) && each.version === consent.version,
      ),
  );
}

/** When the lead last answered the consent boxes, epoch milliseconds; null: never. */
export function latestConsentAt(consents: readonly StoredConsent[]): number | null {
  return consents.reduce<number | null>((latest, { at }) => Math.max(latest ?? at, at), null);
}
