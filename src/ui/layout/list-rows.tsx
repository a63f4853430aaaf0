import { Fragment, type ComponentType, type ReactNode } from 'react';
import { RichText } from '../text/rich-text.tsx';
import type { ListValue } from '../../builder/field.ts';

interface Props<Row> {
  of: ListValue<Row>;
  /** The component that wraps the rows. */
  as?: ComponentType<{ children: ReactNode }>;
  children: (row: Row, index: number) => ReactNode;
}

/** Renders the rows of a list field, or the HTML that an older site stored in it. Renders nothing if it is empty. */
export function ListRows<Row>({ of, as: Around = Fragment, children }: Props<Row>) {
  if ('html' in of) return <RichText html={of.html} />;
  if (of.rows.length === 0) return null;
  return (
    <Around>
      {of.rows.map((row, index) => (
        // Rows have no ids and a fixed order, so the index is the key.
        <Fragment key={index}>{children(row, index)}</Fragment>
      ))}
    </Around>
  );
}

/** Renders a list item for each line of a text, such as the points of a card. */
export function ListLines({ of }: { of: string }) {
  return of.split('\n').map((line, index) => <li key={index}>{line}</li>);
}
