import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { shownLeadFields } from '../../contracts/leads/lead-fields.ts';
import { otherNotes } from '../../contracts/leads/shown-message.ts';
import type { LeadStory } from '../../contracts/operators/operator-leads.ts';
import { Panel } from '../parts/text/panel.tsx';
import { Facts, MessageQuote } from './facts.tsx';
import { formLabel, inquiryLabel, statusLabels } from './lead-labels.ts';
import { reachRows } from './reach-links.tsx';
import { Moment } from '../parts/text/moment.tsx';

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
          ['About', lead.topic ?? (inquiryType && inquiryLabel(inquiryType))],
          ...shownLeadFields('answers', lead),
          ['Areas', lead.areas],
          ['Notes', notes && <Lines key="notes">{notes}</Lines>],
          ...shownLeadFields('origin', lead),
          [
            'Form',
            `${formLabel(lead.form)}, ${lead.progress === 'details' ? 'complete' : 'first step only'}`,
          ],
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
export function OthersPanel({ others, href }: Pick<LeadStory, 'others'> & { href: (id: string) => string }) {
  return (
    <Panel title="The same person also sent">
      <List>
        {others.map(({ id, createdAt, form, status, preview }) => (
          <li key={id}>
            <Link to={href(id)}>{formLabel(form)}</Link>, {statusLabels[status].toLowerCase()},{' '}
            <Moment at={createdAt} relative={false} />
            {preview && <p>{preview}</p>}
          </li>
        ))}
      </List>
    </Panel>
  );
}
