import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testLeadRow } from '../testing/lead-row.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { PrivateNotesPanel } from './private-notes-panel.tsx';
import { ReminderPanel } from './reminder-panel.tsx';
import { StageChoice } from './status-panel.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  server.resetHandlers();
});
afterAll(() => server.close());

/** Holds the answer to a change of the lead until `answer` is called. */
function holdAnswer(path: string): { asked: () => boolean; answer: () => void } {
  const held = Promise.withResolvers<void>();
  let asked = false;
  server.use(
    http.post(`/api/admin/leads/:id/${path}`, async () => {
      asked = true;
      await held.promise;
      return HttpResponse.json({ ok: true });
    }),
  );
  return { asked: () => asked, answer: () => held.resolve() };
}

const note = { id: 'n1', text: 'Wants a porch.', author: 'Alex', at: 1_000 };
const focused = () => document.activeElement;

// A live event shows the saved note before or after the answer. Both may come before the browser paints again.
it.each(['before', 'after'])(
  'the focus goes back to the field once a note is saved, if the live event comes %s the answer',
  async (order) => {
    const user = userEvent.setup();
    const { asked, answer } = holdAnswer('notes');
    const lead = { id: `note-${order}`, privateNotes: [] };
    const { show } = renderScreen(<PrivateNotesPanel lead={lead} />);
    const shown = () => show(<PrivateNotesPanel lead={{ ...lead, privateNotes: [note] }} />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('New note, for operators only');
    const save = screen.getByRole('button', { name: 'Save the note' });
    await user.type(field, note.text);
    act(() => save.focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked()).toBe(true));
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
    expect(focused()).toBe(save);
    if (order === 'before') shown();
    answer();
    await waitFor(() => expect(field.value).toBe(''));
    if (order === 'after') shown();
    await waitFor(() => expect(focused()).toBe(field));
  },
);

it('the focus stays where the operator has gone while the note is saved', async () => {
  const user = userEvent.setup();
  const { asked, answer } = holdAnswer('notes');
  renderScreen(
    <>
      <PrivateNotesPanel lead={{ id: 'moved', privateNotes: [] }} />
      <a href="/elsewhere">Elsewhere</a>
    </>,
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>('New note, for operators only');
  await user.type(field, 'Call back.');
  await user.click(screen.getByRole('button', { name: 'Save the note' }));
  await waitFor(() => expect(asked()).toBe(true));
  const elsewhere = screen.getByRole('link', { name: 'Elsewhere' });
  act(() => elsewhere.focus());
  answer();
  await waitFor(() => expect(field.value).toBe(''));
  expect(focused()).toBe(elsewhere);
});

it('a note that is not saved yet outlasts a reload, by lead, until it is saved', async () => {
  const user = userEvent.setup();
  const { answer } = holdAnswer('notes');
  const shown = (id: string) => {
    const { unmount } = renderScreen(<PrivateNotesPanel lead={{ id, privateNotes: [] }} />);
    return { unmount, field: screen.getByLabelText<HTMLTextAreaElement>('New note, for operators only') };
  };
  const first = shown('draft');
  await user.type(first.field, 'Likes porches.');
  first.unmount();
  expect(sessionStorage.getItem('noteDrafts')).toBe('{"draft":"Likes porches."}');
  const other = shown('other');
  expect(other.field.value).toBe('');
  other.unmount();
  const again = shown('draft');
  expect(again.field.value).toBe('Likes porches.');
  await user.click(screen.getByRole('button', { name: 'Save the note' }));
  // The answer comes when the panel shows another lead.
  again.unmount();
  answer();
  await waitFor(() => expect(sessionStorage.getItem('noteDrafts')).toBe('{}'));
});

it('a note is cleared once it is saved, also where the browser stores nothing', async () => {
  const user = userEvent.setup();
  const { answer } = holdAnswer('notes');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('Blocked.');
  });
  renderScreen(<PrivateNotesPanel lead={{ id: 'blocked', privateNotes: [] }} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('New note, for operators only');
  await user.type(field, 'Call.');
  await user.click(screen.getByRole('button', { name: 'Save the note' }));
  answer();
  await waitFor(() => expect(field.value).toBe(''));
});

it('the focus goes to the field when the note that had it is deleted', async () => {
  const user = userEvent.setup();
  const { answer } = holdAnswer('notes/n1/delete');
  const lead = { id: 'delete', privateNotes: [note] };
  const { show } = renderScreen(<PrivateNotesPanel lead={lead} />);
  await user.click(screen.getByRole('button', { name: /^Delete the note/ }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete the note' }));
  show(<PrivateNotesPanel lead={{ ...lead, privateNotes: [] }} />);
  answer();
  const field = screen.getByLabelText('New note, for operators only');
  await waitFor(() => expect(focused()).toBe(field));
});

it('the focus follows the reminder’s form when it opens and closes', async () => {
  const user = userEvent.setup();
  const { answer } = holdAnswer('reminder');
  renderScreen(<ReminderPanel lead={testLeadRow('reminder')} />);
  await user.click(screen.getByRole('button', { name: 'Set a reminder' }));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Tomorrow' })));
  await user.click(screen.getByRole('button', { name: 'Save the reminder' }));
  answer();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Set a reminder' })));
});

it('the focus goes to the button that stays when the reminder is done', async () => {
  const user = userEvent.setup();
  const { answer } = holdAnswer('reminder');
  const lead = testLeadRow('done', { reminder: { day: '2026-11-23', about: '' } });
  const { show } = renderScreen(<ReminderPanel lead={lead} />);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  answer();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Change the reminder' })));
  show(<ReminderPanel lead={{ ...lead, reminder: null }} />);
  expect(focused()).toBe(screen.getByRole('button', { name: 'Set a reminder' }));
});

it('a status keeps the focus while it is saved, and takes no second click', async () => {
  const user = userEvent.setup();
  const { asked } = holdAnswer('stage');
  renderScreen(<StageChoice lead={testLeadRow('stage')} />);
  const called = screen.getByRole('button', { name: 'Called' });
  await user.click(called);
  await waitFor(() => expect(asked()).toBe(true));
  await waitFor(() => expect(called.getAttribute('aria-disabled')).toBe('true'));
  expect(called.matches(':disabled')).toBe(false);
  expect(focused()).toBe(called);
});
