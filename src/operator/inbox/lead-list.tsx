import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { LeadListRow } from '../../contracts/operators/operator-leads.ts';
import { leadStageLabels } from '../../contracts/leads/lead-stage.ts';
import { formatPhone } from '../../contracts/leads/format-phone.ts';
import { VisuallyHidden } from '../../ui/theme/visually-hidden.ts';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { groupByPerson } from './group-by-person.ts';
import { leadDeliveryProblem, formLabel, inquiryTypeLabel, leadTitle } from './lead-labels.ts';
import { reminderLabel } from './reminder-label.ts';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.15rem;
    padding: 0.8rem 1rem;
  }
  > li + li {
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  > li:has([aria-current]) {
    background: ${({ theme }) => theme.color.sand};
    box-shadow: inset 4px 0 0 ${({ theme }) => theme.color.accent};
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 0.6rem;
  time {
    margin-inline-start: auto;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  input {
    width: 1.5rem;
    height: 1.5rem;
    align-self: center;
    accent-color: ${({ theme }) => theme.color.accent};
  }
`;

const Name = styled(Link)`
  min-height: 1.75rem;
  color: ${({ theme }) => theme.color.ink};
  font-weight: 620;
  overflow-wrap: anywhere;
`;

const Preview = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow-wrap: anywhere;
`;

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0.1rem 0.75rem;
  align-items: center;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  overflow-wrap: anywhere;
  > span {
    min-width: 0;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 1.75rem;
    font-weight: 560;
  }
`;

const Stage = styled.b<{ $isNew: boolean }>`
  padding: 0.05rem 0.55rem;
  border: 1px solid ${({ theme, $isNew }) => ($isNew ? theme.color.accent : theme.color.line)};
  border-radius: 999px;
  color: ${({ theme, $isNew }) => ($isNew ? theme.color.accent : theme.color.ink)};
  font-size: 0.8125rem;
  font-weight: 620;
`;

const Fresh = styled.b`
  padding: 0.1rem 0.5rem;
  border-radius: 999px;
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  font-size: 0.8125rem;
  font-weight: 620;
`;

const Others = styled.details`
  font-size: ${({ theme }) => theme.type.small};
  summary {
    display: flex;
    align-items: center;
    width: fit-content;
    min-height: 1.75rem;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  ul {
    margin-block: 0.15rem;
    padding-inline-start: 1rem;
  }
  li {
    padding-block: 0.2rem;
  }
`;

interface Props {
  label: string;
  rows: readonly LeadListRow[];
  /** Returns the URL at which a lead opens. */
  href: (id: string) => string;
  /** The id of the lead that is open beside the list. */
  open?: string;
  /** Ids of the leads that arrived while the list was open. */
  fresh?: ReadonlySet<string>;
  /**
   * Whether the list is sorted by last change. If so, a lead shows the time of that change instead of its arrival,
   * unless it is collapsed in a group.
   */
  byChange?: boolean;
  /** If set, each lead has a checkbox. */
  choice?: { chosen: ReadonlySet<string>; onChoose: (id: string, isChosen: boolean) => void };
}

/** Leads with previews of their messages. Several leads of one person are grouped. */
export function LeadListView({ label, rows, href, open, fresh, byChange = false, choice }: Props) {
  // Grouped leads can be hidden, so a list with checkboxes shows each lead separately.
  const groups = choice ? rows.map((lead) => ({ lead, others: [] })) : groupByPerson(rows);
  return (
    <List aria-label={label}>
      {groups.map(({ lead, others }) => (
        <li key={lead.id}>
          <Head>
            {choice && (
              <input
                type="checkbox"
                aria-label={`Choose ${leadTitle(lead)}`}
                checked={choice.chosen.has(lead.id)}
                onChange={(event) => choice.onChoose(lead.id, event.target.checked)}
              />
            )}
            <Name
              to={href(lead.id)}
              data-lead-link={lead.id}
              aria-current={[lead, ...others].some(({ id }) => id === open) || undefined}
            >
              {leadTitle(lead)}
            </Name>
            {fresh?.has(lead.id) && <Fresh>Just in</Fresh>}
            <Timestamp at={byChange ? lead.updatedAt : lead.createdAt} />
          </Head>
          {lead.preview && <Preview>{lead.preview}</Preview>}
          <Facts lead={lead} />
          {others.length > 0 && (
            <Others>
              <summary>
                {others.length} more from this person
                <VisuallyHidden>: {leadTitle(lead)}</VisuallyHidden>
              </summary>
              <ul>
                {others.map((other) => (
                  <li key={other.id}>
                    <Link to={href(other.id)}>{aboutLabel(other)}</Link>, <Timestamp at={other.createdAt} />
                    {other.preview && <Preview>{other.preview}</Preview>}
                  </li>
                ))}
              </ul>
            </Others>
          )}
        </li>
      ))}
    </List>
  );
}

function Facts({ lead }: { lead: LeadListRow }) {
  const { stage, phoneE164, reminder } = lead;
  const phone = formatPhone(lead.phone, phoneE164);
  const fault = leadDeliveryProblem(lead.delivery);
  return (
    <Line as="div">
      {stage && <Stage $isNew={stage === 'new'}>{leadStageLabels[stage]}</Stage>}
      <span>{aboutLabel(lead)}</span>
      {phoneE164 && (
        <span>
          <a href={`tel:${phoneE164}`}>{phone}</a>
        </span>
      )}
      {phoneE164 && (
        <span>
          <a href={`sms:${phoneE164}`} aria-label={`Text ${leadTitle(lead)}`}>
            Text
          </a>
        </span>
      )}
      {lead.name !== null && !phoneE164 && <span>{lead.email ?? phone}</span>}
      {lead.sourceText && <span>{lead.sourceText}</span>}
      {fault && (
        <span>
          <StatusLine state={fault.state}>{fault.label}</StatusLine>
        </span>
      )}
      {reminder && <span>Reminder {reminderLabel(reminder)}</span>}
    </Line>
  );
}

function aboutLabel({ topic, inquiryType, form }: LeadListRow): string {
  return topic ?? (inquiryType ? inquiryTypeLabel(inquiryType) : formLabel(form));
}
