import { useGetPuck } from '@puckeditor/core';
import { useState } from 'react';
import { pageTitleSchema } from '../../../contracts/operators/new-page.ts';
import type { ReusableEntryKind } from '../../../contracts/operators/reusable-entry-calls.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { DialogFault, LabeledControl, FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { errorMessage } from '../../parts/states/error-message.ts';
import { useReusableEntryActions, useCreateReusableEntry } from './use-reusable.ts';

const TEXTS = {
  section: {
    title: 'Share this section',
    about:
      'The section moves to a place of its own, and this page shows it from there. Add it to any other page: a change is then seen on all of them.',
    submit: 'Share',
    done: 'Section shared',
    next: 'Publish this page to show it from its new place. On other pages, it is in the list “Add a section”.',
  },
  template: {
    title: 'Save as a template',
    about: 'A copy is kept. New pages can begin with it, and its sections can be added to any page.',
    submit: 'Save',
    done: 'Template saved',
    next: 'Find it in the list “Add a section”, and when you create a page.',
  },
} as const;

interface Props {
  kind: ReusableEntryKind;
  /** The indexes of the sections on the page; exactly one for a shared section. */
  indexes: readonly number[];
  /** The initial text of the name input. */
  suggested: string;
  onClose: () => void;
}

/**
 * Asks for a name, and stores the sections as a shared section or as a template. On the page, a reference to the shared
 * section replaces the section that was shared.
 */
export function CreateReusableEntryDialog({ kind, indexes, suggested, onClose }: Props) {
  const texts = TEXTS[kind];
  const [title, setTitle] = useState(suggested);
  const [isAsked, setAsked] = useState(false);
  const getPuck = useGetPuck();
  const store = useCreateReusableEntry();
  const { share } = useReusableEntryActions();
  const read = pageTitleSchema.safeParse(title);
  const submit = async () => {
    setAsked(true);
    if (!read.success) return;
    const section = getPuck().appState.data.content[indexes[0] ?? -1];
    const stored = await store.mutateAsync({ kind, title: read.data, indexes }).catch(() => null);
    if (!stored) return;
    if (kind === 'section' && section) share({ id: section.props.id, type: section.type }, stored.id);
    showToast({ kind: 'success', title: texts.done, text: texts.next });
    onClose();
  };
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      busy={store.isPending}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      <p>{texts.about}</p>
      <LabeledControl>
        Name
        <input
          value={title}
          maxLength={200}
          aria-invalid={isAsked && !read.success}
          onChange={({ target }) => setTitle(target.value)}
        />
        <small>Only people who edit pages see it.</small>
      </LabeledControl>
      {isAsked && !read.success && <DialogFault role="alert">Enter a name.</DialogFault>}
      {store.error && <DialogFault role="alert">{errorMessage(store.error)}</DialogFault>}
    </FormDialog>
  );
}
