import { useEffect, useRef, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { truncateText } from '../../contracts/truncate-text.ts';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { callApi } from '../call-api.ts';
import { MAX_PRIVATE_NOTE_CHARACTERS } from '../../contracts/leads/lead-stage.ts';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { focusIfLost } from '../../leads/focus-if-lost.ts';
import { controlStyles } from '../../ui/form/control.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { keepNoteDraft, readNoteDraft } from './note-drafts.ts';
import { useLeadMutation } from './use-lead-mutation.ts';

const Form = styled.form`
  display: grid;
  gap: 0.6rem;
  justify-items: start;
  label {
    display: grid;
    width: 100%;
    gap: 0.25rem;
    font-size: ${({ theme }) => theme.type.small};
    font-weight: 560;
  }
  textarea {
    ${controlStyles}
    min-height: 5rem;
    border-width: 1px;
    font-size: 1rem;
    resize: vertical;
    field-sizing: content;
  }
`;

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: 0.9rem;
  li {
    padding-block-start: 0.9rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  p {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  li > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 1rem;
    margin-block-start: 0.35rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
`;

type Note = LeadDetail['privateNotes'][number];

/** The operators' private notes on a lead, with a form to add one and a button to delete each. */
export function PrivateNotesPanel({ lead }: { lead: Pick<LeadDetail, 'id' | 'privateNotes'> }) {
  const { id, privateNotes } = lead;
  const [text, setText] = useState(() => readNoteDraft(id));
  const [asked, setAsked] = useState<Note | null>(null);
  const change = useLeadMutation(id);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    // The dialog returned the focus to the note's button, which may no longer exist.
    if (wasAsked.current && asked === null) focusIfLost(field.current);
    wasAsked.current = asked !== null;
  }, [asked]);
  const type = (typed: string) => {
    setText(typed);
    keepNoteDraft(id, typed);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      {
        // Remove the draft here, not in `onSuccess`, which is not called if the panel is closed before the response.
        send: async () => {
          await callApi(leadCalls.addNote, { id, text });
          if (readNoteDraft(id) === text) keepNoteDraft(id, '');
        },
        failed: 'Failed to save the note',
      },
      {
        onSuccess: () => {
          // Clear the field only if its text did not change while the note was being saved.
          setText((typed) => (typed === text ? '' : typed));
          focusIfLost(field.current, { sent: form.current });
        },
      },
    );
  };
  return (
    <Panel title="Private notes">
      <Form ref={form} onSubmit={save}>
        <label>
          New note, for operators only
          <textarea
            ref={field}
            value={text}
            maxLength={MAX_PRIVATE_NOTE_CHARACTERS}
            rows={3}
            required
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <SmallButton type="submit" $look="outline" disabled={change.isPending}>
          Save the note
        </SmallButton>
      </Form>
      {privateNotes.length > 0 && (
        <List>
          {privateNotes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <div>
                <span>
                  {note.author}, <Timestamp at={note.at} />
                </span>
                <SmallButton
                  $look="outline"
                  aria-haspopup="dialog"
                  aria-label={`Delete the note: ${truncateText(note.text, 40)}`}
                  onClick={() => setAsked(note)}
                >
                  Delete
                </SmallButton>
              </div>
            </li>
          ))}
        </List>
      )}
      <ConfirmDialog
        open={asked !== null}
        title="Delete this note?"
        confirmLabel="Delete the note"
        busyLabel="Deleting…"
        danger
        busy={change.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() =>
          asked &&
          change.mutate(
            {
              send: () => callApi(leadCalls.removeNote, { id, note: asked.id }),
              failed: 'Failed to delete the note',
            },
            { onSettled: () => setAsked(null) },
          )
        }
      >
        <p>The note is gone for good.</p>
      </ConfirmDialog>
    </Panel>
  );
}
