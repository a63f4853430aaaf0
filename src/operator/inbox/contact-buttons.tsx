import type { ReactNode } from 'react';
import styled from 'styled-components';
import { SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import type { LeadListRow } from '../../contracts/operators/operator-leads.ts';
import { formatPhone, phoneAsTypedIfDifferent } from '../../contracts/leads/format-phone.ts';
import { leadTitle } from './lead-labels.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

type Reachable = Pick<LeadListRow, 'name' | 'email' | 'phone' | 'phoneE164'>;

function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** Buttons to call, text or e-mail the person. A phone number that cannot be called has no buttons. */
export function ContactButtons({ lead }: { lead: Reachable }) {
  const { email, phoneE164 } = lead;
  const phone = formatPhone(lead.phone, phoneE164);
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

const Reach = styled.a`
  display: inline-block;
  padding-block: 0.5rem;
  margin-block: -0.5rem;
  font-weight: 620;
  overflow-wrap: anywhere;
`;

/** Returns rows for a description list with a lead's phone number and e-mail address, as links if possible. */
export function contactDetailRows({
  phone,
  phoneE164,
  email,
}: Pick<LeadListRow, 'phone' | 'phoneE164' | 'email'>): readonly (readonly [
  name: string,
  value: ReactNode,
])[] {
  const words = formatPhone(phone, phoneE164);
  return [
    [
      'Phone',
      words &&
        (phoneE164 ? (
          <Reach key="phone" href={`tel:${phoneE164}`}>
            {words}
          </Reach>
        ) : (
          `${words} (not a number that can be called)`
        )),
    ],
    ['Phone as typed', phoneAsTypedIfDifferent(phone, phoneE164)],
    [
      'E-mail',
      email && (
        <Reach key="email" href={mailHref(email)}>
          {email}
        </Reach>
      ),
    ],
  ];
}
