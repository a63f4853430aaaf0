import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrashedPage } from '../../contracts/operators/page-builder.ts';
import { pageCalls } from '../../contracts/operators/page-calls.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { apiQueryKey, callApi } from '../call-api.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { Panel } from '../parts/text/panel.tsx';

/** Lists the pages in the trash, with buttons to restore or permanently delete each. */
export function TrashPanel({ trash }: { trash: readonly TrashedPage[] }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<TrashedPage | null>(null);
  const renew = () => queryClient.invalidateQueries({ queryKey: apiQueryKey(pageCalls.list) });
  const fail = (fault: Error) =>
    showToast({ kind: 'error', title: 'The trash was not changed', text: errorMessage(fault) });
  const restore = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: TrashedPage) => callApi(pageCalls.restore, { id }),
    onSuccess: (_answer, { title }) =>
      showToast({ kind: 'success', title: 'Page restored', text: `“${title}” is a draft now.` }),
    onError: fail,
    onSettled: renew,
  });
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: TrashedPage) => callApi(pageCalls.remove, { id }),
    onSuccess: (_answer, { title }) =>
      showToast({ kind: 'success', title: 'Page deleted', text: `“${title}” is gone.` }),
    onError: fail,
    onSettled: async () => {
      setAsked(null);
      await renew();
    },
  });
  const columns: readonly TableColumn<TrashedPage>[] = [
    { key: 'title', header: 'Page', lead: true, cell: ({ title }) => title },
    { key: 'path', header: 'Path', cell: ({ path }) => (path === null ? 'None' : <code>{path}</code>) },
    {
      key: 'actions',
      header: 'Actions',
      cell: (page) => (
        <>
          <SmallButton
            $look="outline"
            aria-label={`Restore ${page.title}`}
            disabled={restore.isPending}
            onClick={() => restore.mutate(page)}
          >
            Restore
          </SmallButton>{' '}
          <SmallButton
            $look="outline"
            aria-label={`Delete ${page.title} for good`}
            onClick={() => setAsked(page)}
          >
            Delete for good
          </SmallButton>
        </>
      ),
    },
  ];
  return (
    <Panel title="Trash">
      <DataTable
        caption="Pages in the trash"
        columns={columns}
        rows={trash}
        rowKey={({ id }) => String(id)}
      />
      <ConfirmDialog
        open={asked !== null}
        title={`Delete “${asked?.title ?? ''}” for good?`}
        confirmLabel="Delete for good"
        danger
        busy={remove.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && remove.mutate(asked)}
      >
        <p>Its texts and versions cannot be brought back. A built-in page is then shown again as it was.</p>
      </ConfirmDialog>
    </Panel>
  );
}
