import styled from 'styled-components';
import { buttonStyles, type ButtonLook } from '../form/button.tsx';

const Around = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${({ theme }) => theme.space.m};
  margin-block-start: ${({ theme }) => theme.space.xl};
  padding-block-start: ${({ theme }) => theme.space.m};
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  @media print {
    display: none;
  }
`;

const Step = styled.a<{ $look?: ButtonLook }>`
  ${buttonStyles}
`;

interface Props {
  /** Starts at 1. */
  page: number;
  pages: number;
  /** Returns the URL of a page of the list. */
  href: (page: number) => string;
  label: string;
}

/**
 * Links to the previous and the next page of a list, and the current page's number. Renders nothing if there is only
 * one page.
 */
export function Pager({ page, pages, href, label }: Props) {
  if (pages < 2) return null;
  return (
    <Around aria-label={label}>
      {page > 1 ? (
        <Step href={href(page - 1)} rel="prev" $look="outline">
          Previous
        </Step>
      ) : (
        <span />
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Step href={href(page + 1)} rel="next" $look="outline">
          Next
        </Step>
      ) : (
        <span />
      )}
    </Around>
  );
}
