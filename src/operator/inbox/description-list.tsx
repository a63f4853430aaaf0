import type { ReactNode } from 'react';
import styled from 'styled-components';

const List = styled.dl`
  display: grid;
  gap: 0.6rem 1.25rem;
  > div {
    display: grid;
    gap: 0 1rem;
    min-width: 0;
  }
  dt {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  @media (min-width: 36rem) {
    > div {
      grid-template-columns: minmax(7rem, 10rem) minmax(0, 1fr);
      align-items: baseline;
    }
  }
`;

/** A description list (`<dl>`). Rows without a value are left out. Renders nothing if no row has a value. */
export function DescriptionList({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <List>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

/** A quotation of the visitor's message. */
export const MessageQuote = styled.blockquote`
  margin-block-end: 0;
  margin-inline: 0;
  padding: 0.75rem 1rem;
  border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
  background: ${({ theme }) => theme.color.sand};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
