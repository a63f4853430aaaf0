import type { ReactNode } from 'react';
import styled from 'styled-components';
import { SmallButtonLink } from './small-button.tsx';

const Around = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem;
`;

interface PagesProps {
  label: string;
  /** The URLs of the previous and next page; null if there is no such page. */
  previous: string | null;
  next: string | null;
  /** Shown between the links. */
  children?: ReactNode;
}

/** Links to the previous and next page of a list. Renders nothing if there is only one page. */
export function PreviousNextLinks({ label, previous, next, children = null }: PagesProps) {
  if (previous === null && next === null) return null;
  return (
    <Around aria-label={label}>
      {previous === null ? (
        <span />
      ) : (
        <SmallButtonLink to={previous} rel="prev" $look="outline">
          Previous
        </SmallButtonLink>
      )}
      {children}
      {next === null ? (
        <span />
      ) : (
        <SmallButtonLink to={next} rel="next" $look="outline">
          Next
        </SmallButtonLink>
      )}
    </Around>
  );
}

interface Props {
  label: string;
  /** The number of the current page, starting at 1. */
  page: number;
  pageSize: number;
  total: number;
  href: (page: number) => string;
}

/** Links to the previous and next page, with the page number between them, for a list with numbered pages. */
export function ScreenPager({ label, page, pageSize, total, href }: Props) {
  const pages = Math.ceil(total / pageSize);
  return (
    <PreviousNextLinks
      label={label}
      previous={pages > 1 && page > 1 ? href(page - 1) : null}
      next={page < pages ? href(page + 1) : null}
    >
      <span>
        Page {page} of {pages.toLocaleString('en-US')}
      </span>
    </PreviousNextLinks>
  );
}
