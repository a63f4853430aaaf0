import styled from 'styled-components';
import type { BlockUse } from '../../contracts/operators/block-catalogue.ts';
import { builderPath } from '../builder/builder-paths.ts';
import { DataTable, type Column } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';

/** Tall enough to tap. */
const Summary = styled.summary`
  padding-block: 0.3rem;
  margin-block: -0.3rem;
  cursor: pointer;
`;

/** The sections that use a block, each with the section ids of its fields. */
export function BlockUses({ uses }: { uses: readonly BlockUse[] }) {
  if (uses.length === 0) {
    return <EmptyState title="Used on no page">Add it to a page in the page builder.</EmptyState>;
  }
  return <DataTable caption="Pages" columns={COLUMNS} rows={uses} rowKey={({ at, key }) => `${at} ${key}`} />;
}

const COLUMNS: readonly Column<BlockUse>[] = [
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
