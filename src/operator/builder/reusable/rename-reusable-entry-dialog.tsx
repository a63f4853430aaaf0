import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageTitleSchema } from '../../../contracts/operators/new-page.ts';
import {
  reusableEntryCalls,
  type ReusableEntryListRow,
} from '../../../contracts/operators/reusable-entry-calls.ts';
import { apiQueryKey, callApi } from '../../call-api.ts';
import { DialogFault, LabeledControl, FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { errorMessage } from '../../parts/states/error-message.ts';

interface Props {
  entry: Pick<ReusableEntryListRow, 'id' | 'title'>;
  onClose: () => void;
}

/** A dialog to rename a shared section or a template. */
export function RenameReusableEntryDialog({ entry, onClose }: Props) {
  const queryClient = useQueryClient();
  const [title, setTitle] = useState(entry.title);
  const read = pageTitleSchema.safeParse(title);
  const renaming = useMutation({
    networkMode: 'always',
    mutationFn: (name: string) => callApi(reusableEntryCalls.rename, { id: entry.id, title: name }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiQueryKey(reusableEntryCalls.list) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Rename “${entry.title}”`}
      submitLabel="Rename"
      busy={renaming.isPending}
      disabled={!read.success}
      onSubmit={() => read.success && renaming.mutate(read.data)}
      onCancel={onClose}
    >
      <LabeledControl>
        Name
        <input value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
        <small>Only people who edit pages see it.</small>
      </LabeledControl>
      {renaming.error && <DialogFault role="alert">{errorMessage(renaming.error)}</DialogFault>}
    </FormDialog>
  );
}
