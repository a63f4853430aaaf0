import type {
  BlockDescription,
  FieldDescription,
  FieldDescriptions,
} from '../../contracts/operators/page-builder.ts';
import { kindOf } from '../../builder/kinds/field-kinds.ts';
import { DataTable, type Column } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';

interface FieldRow {
  name: string;
  field: FieldDescription;
}

/** All fields of a block, with the fields of list rows below their list. */
export function BlockFields({ block }: { block: BlockDescription }) {
  const rows = rowsOf(block.fields, '');
  if (rows.length === 0) {
    return <EmptyState title="No fields">This block shows what is stored elsewhere.</EmptyState>;
  }
  return <DataTable caption="Fields" columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />;
}

function rowsOf(fields: FieldDescriptions, before: string): FieldRow[] {
  const rows: FieldRow[] = [];
  for (const [name, field] of Object.entries(fields)) {
    rows.push({ name: before + name, field });
    if (field.row) rows.push(...rowsOf(field.row, `${before}${name} › `));
  }
  return rows;
}

const COLUMNS: readonly Column<FieldRow>[] = [
  {
    key: 'label',
    header: 'Field',
    lead: true,
    cell: ({ field: { label, help } }) => (
      <>
        <strong>{label}</strong>
        {help !== undefined && (
          <>
            <br />
            {help}
          </>
        )}
      </>
    ),
  },
  { key: 'name', header: 'Name', short: true, cell: ({ name }) => <code>{name}</code> },
  { key: 'kind', header: 'Kind', cell: ({ field }) => kindWords(field) },
  { key: 'empty', header: 'If empty', cell: ({ name, field }) => emptyWords(field, name.includes('›')) },
];

function kindWords(field: FieldDescription): string {
  const { kind, options, min, max, multiline } = field;
  const { name } = kindOf(field);
  if (options) return `${name}: ${options.join(', ')}`;
  if (kind === 'list') return `${name}, at most ${max} rows`;
  if (min !== undefined && max !== undefined) return `${name}, ${min} to ${max}`;
  if (min !== undefined) return `${name}, at least ${min}`;
  if (max !== undefined) return `${name}, at most ${max}`;
  return multiline ? `${name}, several lines` : name;
}

function emptyWords({ kind, presence, fallback }: FieldDescription, isInRow: boolean): string {
  if (kind === 'toggle') return fallback === true ? 'Yes' : 'No';
  if (typeof fallback === 'string' || typeof fallback === 'number') return `“${fallback}”`;
  return presence === 'always' && kind !== 'list'
    ? `The ${isInRow ? 'row' : 'section'} is not shown`
    : 'Left out';
}
