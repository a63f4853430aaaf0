import { SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import type { LeadRow } from '../../contracts/operators/operator-leads.ts';
import { phoneWords } from '../../contracts/leads/phone-words.ts';
import styled from 'styled-components';
import { leadTitle } from './lead-words.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

type Reachable = Pick<LeadRow, 'name' | 'email' | 'phone' | 'phoneE164'>;

/** Returns a mailto link. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** Buttons to call, text or e-mail the person. A phone number that cannot be called has no buttons. */
export function ReachLinks({ lead }: { lead: Reachable }) {
  const { email, phoneE164 } = lead;
  const phone = phoneWords(lead.phone, phoneE164);
  if (!email && !phoneE164) return null;
  const who = leadTitle(lead);
  return (
    <Row>
      {phoneE164 && (
        <>
          <SmallButtonAnchor $look="outline" href={`tel:${phoneE164}`} aria-label={`Call ${who}, ${phone}`}>
            Call
          </SmallButtonAnchor>
          <SmallButtonAnchor $look="outline" href={`sms:${phoneE164}`} aria-label={`Text ${who}, ${phone}`}>
            Text
          </SmallButtonAnchor>
        </>
      )}
      {email && (
        <SmallButtonAnchor $look="outline" href={mailHref(email)} aria-label={`E-mail ${who}, ${email}`}>
          E-mail
        </SmallButtonAnchor>
      )}
    </Row>
  );
}
