import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import styled from 'styled-components';
import { BlockExamplePanel } from '../catalogue/block-example-panel.tsx';
import { useCatalogueBlock } from '../catalogue/use-catalogue-block.ts';
import { useBlockExampleChoices } from '../catalogue/use-block-example-choices.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { useOperatorData } from '../use-operator-data.ts';
import type {
  BlockDescription,
  FieldDescription,
  FieldDescriptions,
} from '../../contracts/operators/page-builder.ts';
import { fieldKindOf } from '../../builder/kinds/field-kinds.ts';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import type { BlockUse } from '../../contracts/operators/block-catalogue.ts';
import { builderPath } from '../builder/builder-paths.ts';

/** One block of the catalogue: a live view with a choice of example contents, its fields, and the pages that use it. */
export default function BlockScreen() {
  const { id = '' } = useParams();
  const { siteName } = useOperatorData();
  const { data, error, refetch } = useCatalogueBlock(id);
  const { buttons, ...choices } = useBlockExampleChoices();
  const title = data?.block.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} | ${siteName}`;
  }, [title, siteName]);
  return (
    <>
      <ScreenIntro actions={<Link to="/admin/blocks">All blocks</Link>}>
        {data?.block.description ?? 'A block of the catalogue.'}
      </ScreenIntro>
      {error && <ErrorState title="Failed to load the block" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label="Loading the block…" />}
      {data && (
        <PanelGrid $columns="one">
          <BlockExamplePanel data={data} {...choices} actions={<code>{data.block.id}</code>}>
            {buttons}
          </BlockExamplePanel>
          <Panel title="Fields">
            <BlockFields block={data.block} />
          </Panel>
          <Panel title="Where it is used">
            <BlockUses uses={data.uses} />
          </Panel>
        </PanelGrid>
      )}
    </>
  );
}

interface FieldRow {
  name: string;
  field: FieldDescription;
}

/** Lists all fields of a block. The fields of list rows and groups follow the list or group. */
function BlockFields({ block }: { block: BlockDescription }) {
  const rows = rowsOf(block.fields, '');
  if (rows.length === 0) {
    return <EmptyState title="No fields">This block shows what is stored elsewhere.</EmptyState>;
  }
  return <DataTable caption="Fields" columns={FIELD_COLUMNS} rows={rows} rowKey={({ name }) => name} />;
}

function rowsOf(fields: FieldDescriptions, before: string): FieldRow[] {
  const rows: FieldRow[] = [];
  for (const [name, field] of Object.entries(fields)) {
    rows.push({ name: before + name, field });
    const below = field.row ?? field.fields;
    if (below) rows.push(...rowsOf(below, `${before}${name} › `));
  }
  return rows;
}

const FIELD_COLUMNS: readonly TableColumn<FieldRow>[] = [
  {
    key: 'label',
    header: 'Field',
    lead: true,
    cell: ({ field: { label, help, showWhen } }) => (
      <>
        <strong>{label}</strong>
        {help !== undefined && (
          <>
            <br />
            {help}
          </>
        )}
        {showWhen && (
          <>
            <br />
            Only if <code>{showWhen.field}</code> is {showWhen.is.map(String).join(' or ')}
          </>
        )}
      </>
    ),
  },
  { key: 'name', header: 'Name', short: true, cell: ({ name }) => <code>{name}</code> },
  { key: 'kind', header: 'Kind', cell: ({ field }) => kindLabel(field) },
  { key: 'empty', header: 'If empty', cell: ({ name, field }) => emptyLabel(field, name.includes('›')) },
];

function kindLabel(field: FieldDescription): string {
  const { kind, options, optionsFrom, min, max, multiline } = field;
  const { name } = fieldKindOf(field);
  if (optionsFrom) return `${name} of the site’s ${optionsFrom}`;
  if (options) return `${name}: ${options.join(', ')}`;
  if (kind === 'list') return `${name}, at most ${max} rows`;
  if (min !== undefined && max !== undefined) return `${name}, ${min} to ${max}`;
  if (min !== undefined) return `${name}, at least ${min}`;
  if (max !== undefined) return `${name}, at most ${max}`;
  return multiline ? `${name}, several lines` : name;
}

function emptyLabel({ kind, presence, fallback }: FieldDescription, isInRow: boolean): string {
  if (kind === 'group') return 'As its fields';
  if (kind === 'toggle') return fallback === true ? 'Yes' : 'No';
  if (typeof fallback === 'string' || typeof fallback === 'number') return `“${fallback}”`;
  return presence === 'always' && kind !== 'list'
    ? `The ${isInRow ? 'row' : 'section'} is not shown`
    : 'Left out';
}

/** The padding makes the summary tall enough to tap. */
const Summary = styled.summary`
  padding-block: 0.3rem;
  margin-block: -0.3rem;
  cursor: pointer;
`;

/** Lists the sections that use a block, each with its page and the ids under which its field values are stored. */
function BlockUses({ uses }: { uses: readonly BlockUse[] }) {
  if (uses.length === 0) {
    return <EmptyState title="Used on no page">Add it to a page in the page builder.</EmptyState>;
  }
  return (
    <DataTable caption="Pages" columns={USE_COLUMNS} rows={uses} rowKey={({ at, key }) => `${at} ${key}`} />
  );
}

const USE_COLUMNS: readonly TableColumn<BlockUse>[] = [
  {
    key: 'page',
    header: 'Page',
    lead: true,
    // The builder's document has its own Content-Security-Policy, so open it with a full page load.
    cell: ({ at, page }) => <a href={builderPath(at)}>{page}</a>,
  },
  { key: 'path', header: 'Path', cell: ({ path }) => (path === null ? 'None yet' : <code>{path}</code>) },
  { key: 'key', header: 'Section', cell: ({ key }) => <code>{key}</code> },
  {
    key: 'ids',
    header: 'Section ids',
    cell: ({ ids }) => {
      const all = Object.values(ids);
      if (all.length === 0) return null;
      return (
        <details>
          <Summary>{all.length === 1 ? '1 id' : `${all.length} ids`}</Summary>
          {all.map((id) => (
            <div key={id}>
              <code>{id}</code>
            </div>
          ))}
        </details>
      );
    },
  },
];
