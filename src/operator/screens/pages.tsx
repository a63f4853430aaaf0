import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../contracts/operators/page-calls.ts';
import type { PageListRow, PageState } from '../../contracts/operators/page-builder.ts';
import { EditingAccountNote } from '../builder/editing-bar.tsx';
import { builderPath } from '../builder/builder-paths.ts';
import { TrashPanel } from '../builder/trash-panel.tsx';
import { NewPageDialog } from '../builder/dialogs/new-page-dialog.tsx';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Alert } from '../parts/states/alert.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SearchField } from '../parts/controls/search-field.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { apiQuery } from '../call-api.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

/** Lists all pages of the site with links to the page builder, a button that creates a page, and the trash. */
export default function PagesScreen() {
  const [words, setWords] = useState('');
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery({
    ...apiQuery(pageCalls.list, {}),
    staleTime: 0,
  });
  // Editors see no leads.
  const columns = COLUMNS.filter(
    ({ key }) => key !== 'leads' || data?.pages.some(({ leads }) => leads !== null),
  );
  const found = data?.pages.filter((page) => matches(page, words)) ?? [];
  return (
    <>
      <ScreenIntro>Open a page to change its sections and texts on the page itself.</ScreenIntro>
      <Parts>
        {error && (
          <ErrorState title="Failed to load the pages" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingState label="Loading pages…" />}
        {data && <EditingAccountNote editing={data.editing} />}
        {data?.target.kind === 'read-only' && (
          <Alert title="Pages are read-only">
            <span id="pages-read-only">{data.target.reason}</span>
          </Alert>
        )}
        {data && (
          <>
            <div>
              <SmallButton
                disabled={data.target.kind === 'read-only'}
                aria-describedby={data.target.kind === 'read-only' ? 'pages-read-only' : undefined}
                onClick={() => setAdding(true)}
              >
                New page
              </SmallButton>
            </div>
            <SearchField value={words} placeholder="Title or path" onChange={setWords} />
            <Panel title="Pages">
              <p role="status">
                {found.length} {found.length === 1 ? 'page' : 'pages'}
              </p>
              {found.length > 0 ? (
                <DataTable caption="Pages" columns={columns} rows={found} rowKey={(row) => row.at} />
              ) : (
                <EmptyState title="No page matches">Try a part of its title or path.</EmptyState>
              )}
            </Panel>
            {data.target.kind === 'embedded' && (
              <p>
                Posts are the built-in ones: they are written in WordPress.{' '}
                <a href="/admin/settings/wordpress">Connect one</a> to have your own.
              </p>
            )}
            {data.trash.length > 0 && <TrashPanel trash={data.trash} />}
          </>
        )}
      </Parts>
      {isAdding && <NewPageDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function matches({ title, path }: PageListRow, words: string): boolean {
  return `${title} ${path ?? ''}`.toLowerCase().includes(words.trim().toLowerCase());
}

const STATES: Readonly<Record<PageState, string>> = {
  published: 'Published',
  draft: 'Draft',
  pending: 'Waiting for review',
  scheduled: 'Scheduled',
  private: 'Private',
  'built-in': 'Built in',
};

const COLUMNS: readonly TableColumn<PageListRow>[] = [
  {
    key: 'title',
    header: 'Page',
    lead: true,
    // The builder's document has its own Content-Security-Policy, so open it with a full page load.
    cell: ({ at, title }) => <a href={builderPath(at)}>{title}</a>,
  },
  { key: 'path', header: 'Path', cell: ({ path }) => (path === null ? 'None yet' : <code>{path}</code>) },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, publishAt }) => (
      <>
        {STATES[state]}
        {publishAt !== null && (
          <>
            {' for '}
            <Timestamp at={Date.parse(publishAt)} relative={false} />
          </>
        )}
      </>
    ),
  },
  {
    key: 'changed',
    header: 'Changed',
    cell: ({ modified, changedBy }) =>
      modified !== null && (
        <>
          <Timestamp at={Date.parse(modified)} />
          {changedBy !== null && ` by ${changedBy}`}
        </>
      ),
  },
  {
    key: 'faults',
    header: 'To correct',
    number: true,
    cell: ({ faults }) => (faults > 0 ? faults : null),
  },
  { key: 'leads', header: 'Leads, 30 days', number: true, cell: ({ leads }) => leads },
];
