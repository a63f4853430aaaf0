import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { shownLeadFields } from '../../contracts/leads/lead-fields.ts';
import { notesWithoutFormLines } from '../../contracts/leads/shown-message.ts';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { Panel } from '../parts/text/panel.tsx';
import { DescriptionList, MessageQuote } from './description-list.tsx';
import { formLabel, formProgressLabel, inquiryTypeLabel, leadStatusLabels } from './lead-labels.ts';
import { contactDetailRows } from './contact-buttons.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';

const Lines = styled.span`
  white-space: pre-wrap;
`;

const methods: ReadonlyMap<string, string> = new Map([
  ['phone', 'By phone'],
  ['email', 'By e-mail'],
]);

/** The person's name, contact details and inquiry. */
export function PersonPanel({ lead }: { lead: LeadDetail }) {
  const { message, inquiryType, tags, contactMethod } = lead;
  const notes = notesWithoutFormLines(lead);
  return (
    <Panel title="Who and what about">
      {message && <MessageQuote>{message}</MessageQuote>}
      <DescriptionList
        rows={[
          ['Name', lead.name],
          ...contactDetailRows(lead),
          ['Prefers', contactMethod && (methods.get(contactMethod) ?? contactMethod)],
          ['About', lead.topic ?? (inquiryType && inquiryTypeLabel(inquiryType))],
          ...shownLeadFields('answers', lead),
          ['Areas', lead.areas],
          ['Notes', notes && <Lines key="notes">{notes}</Lines>],
          ...shownLeadFields('origin', lead),
          ['Form', formProgressLabel(lead)],
          ['Source', lead.sourceText],
          ['Tags', tags.join(', ')],
        ]}
      />
    </Panel>
  );
}

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: 0.6rem;
  p {
    overflow-wrap: anywhere;
  }
`;

/** The person's other leads. `href` returns the URL at which a lead opens. */
export function OtherLeadsPanel({
  others,
  href,
}: Pick<LeadDetail, 'others'> & { href: (id: string) => string }) {
  return (
    <Panel title="The same person also sent">
      <List>
        {others.map(({ id, createdAt, form, status, preview }) => (
          <li key={id}>
            <Link to={href(id)}>{formLabel(form)}</Link>, {leadStatusLabels[status].toLowerCase()},{' '}
            <Timestamp at={createdAt} relative={false} />
            {preview && <p>{preview}</p>}
          </li>
        ))}
      </List>
    </Panel>
  );
}
