import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { BlockRow, BlockTable } from '../../contracts/block-catalogue.ts';
import { blockPath } from '../catalogue/block-path.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { LoadingState } from '../parts/loading-state.tsx';
import { PageIntro } from '../parts/page-intro.tsx';
import { Panel, PanelGrid } from '../parts/panel.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { request } from '../request.ts';

/** The block catalogue: all blocks that pages are built from. */
export default function BlocksScreen() {
  const [search, setSearch] = useSearchParams();
  const words = search.get('q') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['blocks'],
    queryFn: () => request<BlockTable>('/api/admin/blocks'),
    staleTime: 0,
  });
  const found = data?.blocks.filter((block) => matches(block, words)) ?? [];
  return (
    <>
      <PageIntro>Open a block to see it live with every kind of content, its fields and its pages.</PageIntro>
      {error && <ErrorState title="Failed to load the blocks" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label="Loading blocks…" />}
      {data && (
        <PanelGrid $columns="one">
          <SearchField
            value={words}
            placeholder="Name or description"
            onChange={(q) => setSearch(q === '' ? {} : { q }, { replace: true })}
          />
          <Panel title="Blocks">
            <p role="status">
              {found.length} {found.length === 1 ? 'block' : 'blocks'}
            </p>
            {found.length > 0 ? (
              <DataTable caption="Blocks" columns={COLUMNS} rows={found} rowKey={({ id }) => id} />
            ) : (
              <EmptyState title="No block matches">Try a part of its name or description.</EmptyState>
            )}
          </Panel>
        </PanelGrid>
      )}
    </>
  );
}

function matches({ id, title, description }: BlockRow, words: string): boolean {
  return `${id} ${title} ${description}`.toLowerCase().includes(words.trim().toLowerCase());
}

const COLUMNS: readonly Column<BlockRow>[] = [
  {
    key: 'title',
    header: 'Block',
    lead: true,
    short: true,
    cell: ({ id, title }) => <Link to={blockPath(id)}>{title}</Link>,
  },
  { key: 'description', header: 'Description', cell: ({ description }) => description },
  { key: 'fields', header: 'Fields', number: true, cell: ({ fields }) => fields },
  { key: 'uses', header: 'Sections', number: true, cell: ({ uses }) => uses },
];
