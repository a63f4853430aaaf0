import { Fragment, type ComponentType, type ReactNode } from 'react';
import { RichText } from '../ui/rich-text.tsx';
import type { ListValue } from './field.ts';

interface Props<Row> {
  of: ListValue<Row>;
  /** What stands around the rows. */
  as?: ComponentType<{ children: ReactNode }>;
  children: (row: Row, index: number) => ReactNode;
}

/** The rows of a list field; where the editor kept HTML in its place, that. Nothing at all when it is empty. */
export function Rows<Row>({ of, as: Around = Fragment, children }: Props<Row>) {
  if ('html' in of) return <RichText html={of.html} />;
  if (of.rows.length === 0) return null;
  return (
    <Around>
      {of.rows.map((row, index) => (
        // Rows have no identity of their own: their place is what an editor gave them.
        <Fragment key={index}>{children(row, index)}</Fragment>
      ))}
    </Around>
  );
}
