import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageTitleSchema } from '../../../contracts/operators/new-page.ts';
import { reusableCalls, type ReusableListRow } from '../../../contracts/operators/reusable-calls.ts';
import { apiQueryKey, callApi } from '../../call-api.ts';
import { DialogFault, DialogField, FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { errorMessage } from '../../parts/states/error-message.ts';

interface Props {
  entry: Pick<ReusableListRow, 'id' | 'title'>;
  onClose: () => void;
}

/** A dialog to rename a shared section or a template. */
export function RenameDialog({ entry, onClose }: Props) {
  const queryClient = useQueryClient();
  const [title, setTitle] = useState(entry.title);
  const read = pageTitleSchema.safeParse(title);
  const renaming = useMutation({
    networkMode: 'always',
    mutationFn: (name: string) => callApi(reusableCalls.rename, { id: entry.id, title: name }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiQueryKey(reusableCalls.list) });
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
      <DialogField>
        Name
        <input value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
        <small>Only people who edit pages see it.</small>
      </DialogField>
      {renaming.error && <DialogFault role="alert">{errorMessage(renaming.error)}</DialogFault>}
    </FormDialog>
  );
}
