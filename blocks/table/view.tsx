import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

/** In narrow containers, each row becomes a card, and each cell shows its column's name. */
const Grid = styled.table`
  width: 100%;
  border-collapse: collapse;
  text-align: start;
  th {
    text-align: start;
  }
  thead th {
    padding: 0.5rem 1rem 0.75rem 0;
    border-block-end: 3px solid ${({ theme }) => theme.color.accent};
    font-size: ${({ theme }) => theme.type.small};
  }
  tbody th {
    min-width: 9rem;
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.1875rem;
    font-weight: 560;
  }
  th,
  td {
    min-width: 8rem;
    overflow-wrap: anywhere;
  }
  tbody th,
  td {
    padding: 1rem 1rem 1rem 0;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
    vertical-align: top;
  }
  @container (max-width: 42rem) {
    &,
    tbody,
    tr,
    td,
    tbody th {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody th {
      padding-block-end: 0.25rem;
      border: 0;
    }
    td {
      padding: 0.25rem 0;
      border: 0;
    }
    tr {
      padding-block-end: 1rem;
      border-block-end: 1px solid ${({ theme }) => theme.color.line};
    }
  }
`;

/** On wide screens, the two columns to compare are on either side of the row's name. */
const Facing = styled(Grid)`
  @container (min-width: 42.01rem) {
    &,
    thead,
    tbody {
      display: block;
    }
    tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 10.5rem minmax(0, 1fr);
      column-gap: clamp(1rem, 3cqi, 2.5rem);
    }
    tr > :nth-child(2) {
      order: -1;
      text-align: end;
    }
    && th,
    && td {
      min-width: 0;
      padding: 1.15rem 0;
      border: 0;
    }
    && th:first-child {
      text-align: center;
    }
    && thead th:not(:first-child) {
      padding-block-end: 0.9rem;
      border-block-end: 4px solid ${({ theme }) => theme.color.accent};
      font-family: ${({ theme }) => theme.font.display};
      font-size: ${({ theme }) => theme.type.h3};
      font-weight: 560;
      line-height: 1.2;
    }
    && thead th:nth-child(3) {
      border-color: ${({ theme }) => theme.color.ink};
    }
    && thead th:first-child {
      align-self: end;
      color: ${({ theme }) => theme.color.inkSoft};
      font-weight: 500;
    }
    tbody tr:not(:first-child) {
      border-block-start: 1px solid ${({ theme }) => theme.color.line};
    }
    tbody th {
      align-self: center;
      color: ${({ theme }) => theme.color.inkSoft};
    }
  }
`;

const ColumnName = styled.span`
  display: none;
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 650;
  @container (max-width: 42rem) {
    display: block;
  }
`;

const Note = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/**
 * A comparison table. Columns without a heading are left out. The look `facing` is ignored unless there are exactly two
 * columns to compare.
 */
export default function TableView(props: PropsOf<typeof block>) {
  const { tone, look, eyebrow, title, desc, head_a, head_b, head_c, head_d, items, note } = props;
  const columns = [
    { name: 'b', head: head_b },
    { name: 'c', head: head_c },
    { name: 'd', head: head_d },
  ] as const;
  const shown = columns.flatMap((column) => (column.head ? [{ name: column.name, head: column.head }] : []));
  const Table = look === 'facing' && shown.length === 2 ? Facing : Grid;
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      {'html' in items ? (
        <RichText html={items.html} />
      ) : (
        <Table role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {head_a}
              </th>
              {shown.map(({ name, head }) => (
                <th key={name} scope="col" role="columnheader">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {items.rows.map((row, index) => (
              <tr key={index} role="row">
                <th scope="row" role="rowheader">
                  {row.a}
                </th>
                {shown.map(({ name, head }) => (
                  <td key={name} role="cell">
                    <ColumnName aria-hidden="true">{head}</ColumnName>
                    {row[name] && <RichText html={row[name]} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {note && <Note html={note} />}
    </Section>
  );
}
