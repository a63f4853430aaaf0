import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { pageCalls } from '../../contracts/operators/page-calls.ts';
import type { BlockListRow } from '../../contracts/operators/block-catalogue.ts';
import { blockScreenPath, useCatalogueBlock } from '../catalogue/use-catalogue-block.ts';
import { ChoiceRow } from '../parts/controls/choice-row.tsx';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { SearchField } from '../parts/controls/search-field.tsx';
import { apiQuery } from '../call-api.ts';
import { BlockExamplePanel } from '../catalogue/block-example-panel.tsx';
import { useBlockExampleChoices } from '../catalogue/use-block-example-choices.tsx';

const SHOWN = [
  ['list', 'List'],
  ['live', 'Live'],
] as const;

/** The block catalogue: all blocks that pages are built from, as a list or as live views one below the other. */
export default function BlocksScreen() {
  const [search, setSearch] = useSearchParams();
  const words = search.get('q') ?? '';
  const shown = search.get('show') === 'live' ? 'live' : 'list';
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const { data, error, refetch } = useQuery({
    ...apiQuery(pageCalls.blocks, {}),
    staleTime: 0,
  });
  const found = data?.blocks.filter((block) => matches(block, words)) ?? [];
  return (
    <>
      <ScreenIntro>
        Open a block to see it live with every kind of content, its fields and its pages.
      </ScreenIntro>
      {error && <ErrorState title="Failed to load the blocks" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label="Loading blocks…" />}
      {data && (
        <PanelGrid $columns="one">
          <SearchField
            value={words}
            placeholder="Name, group or description"
            onChange={(q) => change('q', q)}
          />
          <Panel
            title="Blocks"
            actions={
              <ChoiceRow
                label="Show"
                value={shown}
                options={SHOWN}
                onChange={(value) => change('show', value === 'live' ? value : '')}
              />
            }
          >
            <p role="status">
              {found.length} {found.length === 1 ? 'block' : 'blocks'}
            </p>
            {found.length === 0 && (
              <EmptyState title="No block matches">Try a part of its name, group or description.</EmptyState>
            )}
            {found.length > 0 && shown === 'list' && (
              <DataTable caption="Blocks" columns={COLUMNS} rows={found} rowKey={({ id }) => id} />
            )}
          </Panel>
          {shown === 'live' && <LiveBlocks blocks={found} />}
        </PanelGrid>
      )}
    </>
  );
}

function matches({ id, title, group, description }: BlockListRow, words: string): boolean {
  return `${id} ${title} ${group} ${description}`.toLowerCase().includes(words.trim().toLowerCase());
}

const COLUMNS: readonly TableColumn<BlockListRow>[] = [
  {
    key: 'title',
    header: 'Block',
    lead: true,
    short: true,
    cell: ({ id, title }) => <Link to={blockScreenPath(id)}>{title}</Link>,
  },
  { key: 'group', header: 'Group', cell: ({ group }) => group },
  { key: 'description', header: 'Description', cell: ({ description }) => description },
  { key: 'fields', header: 'Fields', number: true, cell: ({ fields }) => fields },
  { key: 'uses', header: 'Sections', number: true, cell: ({ uses }) => uses },
];

/** Live views of several blocks, one below the other, all with the same kind of content. */
function LiveBlocks({ blocks }: { blocks: readonly BlockListRow[] }) {
  const { buttons, ...choices } = useBlockExampleChoices();
  return (
    <>
      <div>{buttons}</div>
      {blocks.map((row) => (
        <Loaded key={row.id} row={row} {...choices} />
      ))}
    </>
  );
}

type Choices = Omit<ReturnType<typeof useBlockExampleChoices>, 'buttons'>;

function Loaded({ row: { id, title }, ...choices }: Choices & { row: BlockListRow }) {
  const { data, error, refetch } = useCatalogueBlock(id);
  if (error)
    return <ErrorState title={`Failed to load ${title}`} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={`Loading ${title}…`} />;
  return (
    <BlockExamplePanel
      data={data}
      {...choices}
      actions={<Link to={blockScreenPath(id)}>Fields and pages</Link>}
    />
  );
}
