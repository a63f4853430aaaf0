import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { dayInTimeZone } from '../../builder/time-zones.ts';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { callApi } from '../call-api.ts';
import { MAX_REMINDER_CHARACTERS } from '../../contracts/leads/lead-stage.ts';
import type { LeadListRow } from '../../contracts/operators/operator-leads.ts';
import { focusIfLost } from '../../leads/focus-if-lost.ts';
import { controlStyles } from '../../ui/form/control.ts';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { useNow } from '../use-now.ts';
import { useOperatorData } from '../use-operator-data.ts';
import { addDays, reminderLabel } from './reminder-label.ts';
import { useLeadMutation } from './use-lead-mutation.ts';

const Form = styled.form`
  display: grid;
  gap: 0.75rem;
  label {
    display: grid;
    gap: 0.25rem;
    font-size: ${({ theme }) => theme.type.small};
    font-weight: 560;
  }
  input {
    ${controlStyles}
    min-height: 2.75rem;
    padding-block: 0.4rem;
    border-width: 1px;
    font-size: 1rem;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

/** The days that have a button, as the number of days from today. */
const SOON = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
] as const;

/** The lead's reminder, with a button that clears it and a form to set or change it. */
export function ReminderPanel({ lead }: { lead: Pick<LeadListRow, 'id' | 'reminder'> }) {
  const { reminder } = lead;
  const [form, setForm] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const change = useLeadMutation(lead.id);
  return (
    <Panel title="Reminder">
      {reminder && <p>{reminderLabel(reminder)}</p>}
      {form === 'open' ? (
        <ReminderForm
          before={reminder}
          busy={change.isPending}
          onCancel={() => setForm('closed')}
          onSave={(next) =>
            change.mutate(
              {
                send: () => callApi(leadCalls.setReminder, { id: lead.id, ...next }),
                failed: 'Failed to set the reminder',
              },
              { onSuccess: () => setForm('closed') },
            )
          }
        />
      ) : (
        <ReminderButtons
          id={lead.id}
          reminder={reminder}
          change={change}
          takesFocus={form === 'closed'}
          onOpen={() => setForm('open')}
        />
      )}
    </Panel>
  );
}

interface ButtonsProps {
  id: string;
  reminder: LeadListRow['reminder'];
  change: ReturnType<typeof useLeadMutation>;
  /** Whether to take the focus, because the form that had it was just closed. */
  takesFocus: boolean;
  onOpen: () => void;
}

function ReminderButtons({ id, reminder, change, takesFocus, onOpen }: ButtonsProps) {
  const row = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) focusIfLost(opener.current);
  }, [takesFocus]);
  return (
    <Buttons ref={row}>
      {reminder && (
        <SmallButton
          disabled={change.isPending}
          onClick={() =>
            change.mutate(
              {
                send: () => callApi(leadCalls.setReminder, { id, day: null }),
                failed: 'Failed to clear the reminder',
              },
              // This button disappears after the change, so the focus must move.
              { onSuccess: () => focusIfLost(opener.current, { sent: row.current }) },
            )
          }
        >
          Done
        </SmallButton>
      )}
      <SmallButton ref={opener} $look="outline" onClick={onOpen}>
        {reminder ? 'Change the reminder' : 'Set a reminder'}
      </SmallButton>
    </Buttons>
  );
}

interface FormProps {
  before: LeadListRow['reminder'];
  busy: boolean;
  onSave: (reminder: { day: string; about: string }) => void;
  onCancel: () => void;
}

function ReminderForm({ before, busy, onSave, onCancel }: FormProps) {
  const id = useId();
  const { timeZone } = useOperatorData();
  const today = dayInTimeZone(useNow(), timeZone);
  const [day, setDay] = useState(before?.day ?? addDays(today, 1));
  const [about, setAbout] = useState(before?.about ?? '');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => focusIfLost(first.current), []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({ day, about });
  };
  return (
    <Form onSubmit={save}>
      <Buttons role="group" aria-label="Soon">
        {SOON.map(({ label, days }, at) => (
          <SmallButton
            key={days}
            ref={at === 0 ? first : undefined}
            $look="outline"
            aria-pressed={day === addDays(today, days)}
            onClick={() => setDay(addDays(today, days))}
          >
            {label}
          </SmallButton>
        ))}
      </Buttons>
      <label htmlFor={`${id}-day`}>
        Day
        <input
          id={`${id}-day`}
          type="date"
          required
          max="9999-12-31"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </label>
      <label htmlFor={`${id}-about`}>
        About (optional)
        <input
          id={`${id}-about`}
          value={about}
          maxLength={MAX_REMINDER_CHARACTERS}
          placeholder="Call about the financing"
          autoComplete="off"
          onChange={(event) => setAbout(event.target.value)}
        />
      </label>
      <Buttons>
        <SmallButton type="submit" disabled={busy}>
          Save the reminder
        </SmallButton>
        <SmallButton $look="outline" disabled={busy} onClick={onCancel}>
          Cancel
        </SmallButton>
      </Buttons>
    </Form>
  );
}
