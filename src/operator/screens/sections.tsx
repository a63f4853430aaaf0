import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../contracts/operators/page-calls.ts';
import {
  reusableEntryCalls,
  type ReusableEntryListRow,
  type ReusableEntryListResponse,
} from '../../contracts/operators/reusable-entry-calls.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { builderPath } from '../builder/builder-paths.ts';
import { RenameReusableEntryDialog } from '../builder/reusable/rename-reusable-entry-dialog.tsx';
import { pageCountText } from '../builder/reusable/page-count-text.ts';
import { UsedOnPages } from '../builder/reusable/used-on.tsx';
import { apiQuery, apiQueryKey, callApi } from '../call-api.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { Alert } from '../parts/states/alert.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

type Trashed = ReusableEntryListResponse['trash'][number];

/** Lists the site's shared sections and templates, with buttons to rename, trash, restore and delete them. */
export default function SectionsScreen() {
  const { data, error, refetch } = useQuery({ ...apiQuery(reusableEntryCalls.list, {}), staleTime: 0 });
  return (
    <>
      <ScreenIntro>
        A shared section appears on several pages and is changed in one place. A template is copied: into a
        new page, or into a page that exists. Make both in the page builder.
      </ScreenIntro>
      <Parts>
        {error && (
          <ErrorState title="Failed to load the sections" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingState label="Loading shared sections and templates…" />}
        {data?.target.kind === 'read-only' && (
          <Alert title="Sections are read-only">{data.target.reason}</Alert>
        )}
        {data && <Lists data={data} />}
      </Parts>
    </>
  );
}

function Lists({ data: { target, entries, trash } }: { data: ReusableEntryListResponse }) {
  const queryClient = useQueryClient();
  const [renamed, setRenamed] = useState<ReusableEntryListRow | null>(null);
  const [asked, setAsked] = useState<ReusableEntryListRow | null>(null);
  const [deleted, setDeleted] = useState<Trashed | null>(null);
  const readOnly = target.kind === 'read-only';
  const renew = () => queryClient.invalidateQueries({ queryKey: apiQueryKey(reusableEntryCalls.list) });
  const fail = (fault: Error) =>
    showToast({ kind: 'error', title: 'Nothing was changed', text: errorMessage(fault) });
  const change = {
    networkMode: 'always',
    onError: fail,
    onSettled: async () => {
      setAsked(null);
      setDeleted(null);
      await renew();
    },
  } as const;
  const trashing = useMutation({
    ...change,
    mutationFn: ({ at }: ReusableEntryListRow) => callApi(pageCalls.trash, { at }),
    onSuccess: (_answer, { title }) =>
      showToast({ kind: 'success', title: 'In the trash', text: `“${title}” can be restored below.` }),
  });
  const restoring = useMutation({
    ...change,
    mutationFn: ({ id }: Trashed) => callApi(pageCalls.restore, { id }),
    onSuccess: ({ note }, { title }) =>
      showToast({ kind: 'success', title: 'Restored', text: `“${title}” is back. ${note ?? ''}`.trim() }),
  });
  const deleting = useMutation({
    ...change,
    mutationFn: ({ id }: Trashed) => callApi(pageCalls.remove, { id }),
    onSuccess: (_answer, { title }) =>
      showToast({ kind: 'success', title: 'Deleted', text: `“${title}” is gone.` }),
  });
  const name: TableColumn<ReusableEntryListRow> = {
    key: 'title',
    header: 'Name',
    lead: true,
    // The builder's document has its own Content-Security-Policy, so open it with a full page load.
    cell: ({ at, title, kind, isPublic }) => (
      <>
        <a href={builderPath(at)}>{title}</a>
        {kind === 'section' && !isPublic && ' (not published)'}
      </>
    ),
  };
  const others: TableColumn<ReusableEntryListRow>[] = [
    { key: 'modified', header: 'Changed', cell: ({ modified }) => <Timestamp at={Date.parse(modified)} /> },
    {
      key: 'actions',
      header: 'Actions',
      cell: (entry) => (
        <>
          <SmallButton
            $look="outline"
            disabled={readOnly}
            aria-label={`Rename ${entry.title}`}
            onClick={() => setRenamed(entry)}
          >
            Rename
          </SmallButton>{' '}
          <SmallButton
            $look="outline"
            disabled={readOnly}
            aria-label={`Move to trash: ${entry.title}`}
            onClick={() => setAsked(entry)}
          >
            Move to trash
          </SmallButton>
        </>
      ),
    },
  ];
  const uses: TableColumn<ReusableEntryListRow> = {
    key: 'uses',
    header: 'Pages',
    cell: ({ uses: pages }) => <UsedOnPages uses={pages} />,
  };
  const size: TableColumn<ReusableEntryListRow> = {
    key: 'size',
    header: 'Sections',
    number: true,
    cell: ({ blocks }) => blocks.length,
  };
  const sections = entries.filter(({ kind }) => kind === 'section');
  const templates = entries.filter(({ kind }) => kind === 'template');
  return (
    <>
      <Panel title="Shared sections">
        {sections.length > 0 ? (
          <DataTable
            caption="Shared sections"
            columns={[name, uses, ...others]}
            rows={sections}
            rowKey={keyOf}
          />
        ) : (
          <EmptyState title="No shared section yet">
            Open a page, select a section and choose “Share”. Then add it to other pages.
          </EmptyState>
        )}
      </Panel>
      <Panel title="Templates">
        {templates.length > 0 ? (
          <DataTable caption="Templates" columns={[name, size, ...others]} rows={templates} rowKey={keyOf} />
        ) : (
          <EmptyState title="No template yet">
            Open a page that others should begin like, and choose “Save as a template”.
          </EmptyState>
        )}
      </Panel>
      {trash.length > 0 && (
        <Panel title="Trash">
          <DataTable
            caption="Shared sections and templates in the trash"
            rows={trash}
            rowKey={keyOf}
            columns={[
              { key: 'title', header: 'Name', lead: true, cell: ({ title }) => title },
              {
                key: 'kind',
                header: 'Kind',
                cell: ({ kind }) => (kind === 'section' ? 'Shared section' : 'Template'),
              },
              {
                key: 'actions',
                header: 'Actions',
                cell: (entry) => (
                  <>
                    <SmallButton
                      $look="outline"
                      disabled={readOnly || restoring.isPending}
                      aria-label={`Restore ${entry.title}`}
                      onClick={() => restoring.mutate(entry)}
                    >
                      Restore
                    </SmallButton>{' '}
                    <SmallButton
                      $look="outline"
                      disabled={readOnly}
                      aria-label={`Delete ${entry.title} for good`}
                      onClick={() => setDeleted(entry)}
                    >
                      Delete for good
                    </SmallButton>
                  </>
                ),
              },
            ]}
          />
        </Panel>
      )}
      {renamed && <RenameReusableEntryDialog entry={renamed} onClose={() => setRenamed(null)} />}
      <ConfirmDialog
        open={asked !== null}
        title={`Move “${asked?.title ?? ''}” to the trash?`}
        confirmLabel="Move to trash"
        danger
        busy={trashing.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && trashing.mutate(asked)}
      >
        {asked && asked.uses.length > 0 && (
          <>
            <p>It disappears from {pageCountText(asked.uses.length)}:</p>
            <ul>
              {asked.uses.map(({ at, title, path }) => (
                <li key={at}>
                  {title} {path !== null && <code>{path}</code>}
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          {asked?.kind === 'template'
            ? 'Pages that were made from it stay as they are. '
            : asked?.uses.length === 0 && 'No public page shows it. '}
          You can restore it below the lists.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={deleted !== null}
        title={`Delete “${deleted?.title ?? ''}” for good?`}
        confirmLabel="Delete for good"
        danger
        busy={deleting.isPending}
        onCancel={() => setDeleted(null)}
        onConfirm={() => deleted && deleting.mutate(deleted)}
      >
        <p>Its texts and versions cannot be brought back.</p>
      </ConfirmDialog>
    </>
  );
}

function keyOf({ id }: { id: number }): string {
  return String(id);
}
