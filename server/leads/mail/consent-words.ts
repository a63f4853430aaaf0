import type { Selectable } from 'kysely';
import type { ConsentKind, Database } from '../../database/schema.ts';
import type { MailLine } from './mail-text.ts';

type Consent = Selectable<Database['consents']>;

/** What an agent may do, by what the visitor last said to each box. `consents`: oldest first. */
export function consentRows(consents: readonly Consent[]): (readonly [string, MailLine])[] {
  return [
    ['May I text?', { text: words(latest(consents, 'service'), SERVICE) }],
    ['Marketing?', { text: words(latest(consents, 'marketing'), MARKETING) }],
  ];
}

interface Words {
  given: string;
  refused: string;
  unasked: string;
}

const SERVICE: Words = {
  given: 'Yes, about this request',
  refused: 'No. They did not agree to texts',
  unasked: 'Not asked. Do not text before they agree',
};
const MARKETING: Words = {
  given: 'Yes, they agreed to marketing calls and texts',
  refused: 'No marketing calls or texts',
  unasked: 'Not asked. No marketing calls or texts',
};

function latest(consents: readonly Consent[], kind: ConsentKind): Consent | undefined {
  return consents.findLast((consent) => consent.kind === kind);
}

function words(consent: Consent | undefined, { given, refused, unasked }: Words): string {
  if (!consent) return unasked;
  return consent.given === 1 ? given : refused;
}
