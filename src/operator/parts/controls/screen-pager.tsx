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
  /** The URLs of the neighbouring pages; null if there is none. */
  previous: string | null;
  next: string | null;
  /** Shown between the links. */
  children?: ReactNode;
}

/** Links to the previous and next page of a list. Renders nothing if there is only one page. */
export function PreviousAndNext({ label, previous, next, children = null }: PagesProps) {
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
  /** Starts at 1. */
  page: number;
  pageSize: number;
  total: number;
  href: (page: number) => string;
}

/** The same with the page number between the links, for a list whose pages are numbered. */
export function ScreenPager({ label, page, pageSize, total, href }: Props) {
  const pages = Math.ceil(total / pageSize);
  return (
    <PreviousAndNext
      label={label}
      previous={pages > 1 && page > 1 ? href(page - 1) : null}
      next={page < pages ? href(page + 1) : null}
    >
      <span>
        Page {page} of {pages.toLocaleString('en-US')}
      </span>
    </PreviousAndNext>
  );
}
