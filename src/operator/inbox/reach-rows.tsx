import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { LeadRow } from '../../contracts/operators/operator-leads.ts';
import { phoneWords, typedPhone } from '../../contracts/leads/phone-words.ts';
import { mailHref } from './reach-links.tsx';

const Reach = styled.a`
  display: inline-block;
  padding-block: 0.5rem;
  margin-block: -0.5rem;
  font-weight: 620;
  overflow-wrap: anywhere;
`;

/** Returns the rows with a lead's phone number and e-mail address, as links where they can be used. */
export function reachRows({
  phone,
  phoneE164,
  email,
}: Pick<LeadRow, 'phone' | 'phoneE164' | 'email'>): readonly (readonly [name: string, value: ReactNode])[] {
  const words = phoneWords(phone, phoneE164);
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
    ['Phone as typed', typedPhone(phone, phoneE164)],
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
