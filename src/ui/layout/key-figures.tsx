import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import type { ListValue } from '../../builder/field.ts';
import { RichText } from '../text/rich-text.tsx';

/** `row` places figures side by side; `stack` places them one below the other, for a narrow column. */
type FiguresLook = 'row' | 'stack';

const row = css`
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
  /* Four figures form one row or two rows of two, not three and one. */
  @container (min-width: 34rem) and (max-width: 58rem) {
    &:has(> div:nth-child(4):last-child) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;

const List = styled.dl<{ $look: FiguresLook }>`
  display: grid;
  gap: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.xl};
  ${({ $look }) => ($look === 'row' ? row : 'grid-template-columns: minmax(0, 1fr);')}
  > div {
    /* The figure is shown above its label, but follows it in reading order. */
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
    gap: 0.35rem;
    padding-block-start: ${({ theme }) => theme.space.m};
    border-block-start: 2px solid ${({ theme }) => theme.color.ink};
  }
  @container (max-width: 33.99rem) {
    gap: 0;
    > div {
      flex-direction: row-reverse;
      align-items: baseline;
      gap: ${({ theme }) => theme.space.m};
      padding-block: ${({ theme }) => theme.space.s};
      border-block-start-width: 1px;
    }
    dt {
      flex: 1;
      min-width: 35%;
    }
    dd {
      min-width: 8.5rem;
    }
  }
  dt {
    color: ${({ theme }) => theme.color.inkSoft};
    line-height: 1.4;
  }
  dd {
    font-family: ${({ theme }) => theme.font.display};
    font-size: clamp(2.125rem, 1.6rem + 1.9vw, 3.25rem);
    font-weight: 540;
    font-variant-numeric: lining-nums;
    letter-spacing: -0.02em;
    line-height: 1;
  }
  /* Figures of up to 16 characters stay on one line, even if they extend into the gap. */
  dd:not([data-long]) {
    white-space: nowrap;
  }
`;

interface Figure {
  figure: string;
  label: string;
}

/** Figures with their labels, or the HTML that an older site stored in the list field. */
export function KeyFigures({ of, look = 'row' }: { of: ListValue<Figure>; look?: FiguresLook }): ReactNode {
  if ('html' in of) return <RichText html={of.html} />;
  if (of.rows.length === 0) return null;
  return (
    <List $look={look}>
      {of.rows.map((row, index) => (
        <div key={index}>
          <dt>{row.label}</dt>
          <dd data-long={row.figure.length > 16 || undefined}>{row.figure}</dd>
        </div>
      ))}
    </List>
  );
}
