import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { callApi } from '../call-api.ts';
import type { TodayData } from '../../contracts/operators/operator-leads.ts';
import { leadTitle } from '../inbox/lead-labels.ts';
import { ContactButtons } from '../inbox/contact-buttons.tsx';
import { formatReminderDay } from '../inbox/reminder-label.ts';
import { useLeadMutation } from '../inbox/use-lead-mutation.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1rem;
  li {
    display: grid;
    gap: 0.4rem;
  }
  li + li {
    padding-block-start: 1rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  li > a {
    width: fit-content;
    min-height: 1.75rem;
    font-weight: 620;
    overflow-wrap: anywhere;
  }
  li > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
`;

const Day = styled.b<{ $due: boolean }>`
  color: ${({ theme, $due }) => ($due ? theme.color.accent : theme.color.inkSoft)};
  font-weight: 620;
`;

type Reminder = TodayData['reminders'][number];

/**
 * Lists reminders, each with buttons to contact the person and to clear the reminder. `today` is the current day in the
 * site's time zone, YYYY-MM-DD.
 */
export function ReminderList({ reminders, today }: { reminders: readonly Reminder[]; today: string }) {
  return (
    <List>
      {reminders.map((reminder) => (
        <ReminderItem key={reminder.lead.id} reminder={reminder} today={today} />
      ))}
    </List>
  );
}

function ReminderItem({ reminder, today }: { reminder: Reminder; today: string }) {
  const { lead, day, about, due } = reminder;
  const change = useLeadMutation(lead.id);
  return (
    <li>
      <Link to={`/admin/leads?open=${encodeURIComponent(lead.id)}`}>{leadTitle(lead)}</Link>
      <p>
        <Day $due={due}>
          {day === today ? 'Today' : day < today ? `Since ${formatReminderDay(day)}` : formatReminderDay(day)}
        </Day>
        {about && `: ${about}`}
      </p>
      <div>
        <ContactButtons lead={lead} />
        <SmallButton
          disabled={change.isPending}
          aria-label={`Done: ${leadTitle(lead)}`}
          onClick={() =>
            change.mutate({
              send: () => callApi(leadCalls.setReminder, { id: lead.id, day: null }),
              done: { title: 'Done', text: 'The reminder is cleared.' },
              failed: 'Failed to clear the reminder',
            })
          }
        >
          Done
        </SmallButton>
      </div>
    </li>
  );
}
