import styled from 'styled-components';
import type { LeadStory } from '../../contracts/operator-leads.ts';
import { Panel } from '../parts/panel.tsx';
import { Facts } from './facts.tsx';
import { formWords, inquiryWords } from './lead-words.ts';
import { MessageQuote } from './message-quote.tsx';
import { mailHref } from './reach-links.tsx';

const Reach = styled.a`
  display: inline-block;
  padding-block: 0.5rem;
  margin-block: -0.5rem;
  font-weight: 620;
  overflow-wrap: anywhere;
`;

const Lines = styled.span`
  white-space: pre-wrap;
`;

const methods: ReadonlyMap<string, string> = new Map([
  ['phone', 'By phone'],
  ['email', 'By e-mail'],
]);

/** The person's name, contact details and inquiry. */
export function PersonPanel({ lead }: { lead: LeadStory }) {
  const { email, phone, phoneE164, message, notes, inquiryType, tags, contactMethod } = lead;
  return (
    <Panel title="Who and what about">
      {message && <MessageQuote>{message}</MessageQuote>}
      <Facts
        rows={[
          ['Name', lead.name],
          [
            'Phone',
            phone &&
              (phoneE164 ? (
                <Reach key="phone" href={`tel:${phoneE164}`}>
                  {phone}
                </Reach>
              ) : (
                `${phone} (not a number that can be called)`
              )),
          ],
          [
            'E-mail',
            email && (
              <Reach key="email" href={mailHref(email)}>
                {email}
              </Reach>
            ),
          ],
          ['Prefers', contactMethod && (methods.get(contactMethod) ?? contactMethod)],
          ['About', lead.topic ?? (inquiryType && inquiryWords(inquiryType))],
          ['Address', lead.propertyAddress],
          ['Bedrooms', lead.bedrooms],
          ['Timing', lead.timing],
          ['Areas', lead.areas],
          ['Notes', notes && <Lines key="notes">{notes}</Lines>],
          ['Heard of you', lead.referralSource],
          ['Saw layouts', lead.pageVariants],
          [
            'Form',
            `${formWords(lead.form)}, ${lead.progress === 'details' ? 'complete' : 'first step only'}`,
          ],
          ['Source', lead.sourceWords],
          ['Tags', tags.join(', ')],
        ]}
      />
    </Panel>
  );
}
