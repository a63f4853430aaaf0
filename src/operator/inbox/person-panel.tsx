import styled from 'styled-components';
import { shownFields } from '../../contracts/leads/lead-fields.ts';
import { otherNotes } from '../../contracts/leads/lead-message.ts';
import type { LeadStory } from '../../contracts/operators/operator-leads.ts';
import { Panel } from '../parts/text/panel.tsx';
import { Facts } from './facts.tsx';
import { formWords, inquiryWords } from './lead-words.ts';
import { MessageQuote } from './message-quote.tsx';
import { reachRows } from './reach-rows.tsx';

const Lines = styled.span`
  white-space: pre-wrap;
`;

const methods: ReadonlyMap<string, string> = new Map([
  ['phone', 'By phone'],
  ['email', 'By e-mail'],
]);

/** The person's name, contact details and inquiry. */
export function PersonPanel({ lead }: { lead: LeadStory }) {
  const { message, inquiryType, tags, contactMethod } = lead;
  const notes = otherNotes(lead);
  return (
    <Panel title="Who and what about">
      {message && <MessageQuote>{message}</MessageQuote>}
      <Facts
        rows={[
          ['Name', lead.name],
          ...reachRows(lead),
          ['Prefers', contactMethod && (methods.get(contactMethod) ?? contactMethod)],
          ['About', lead.topic ?? (inquiryType && inquiryWords(inquiryType))],
          ...shownFields('answers', lead),
          ['Areas', lead.areas],
          ['Notes', notes && <Lines key="notes">{notes}</Lines>],
          ...shownFields('origin', lead),
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
