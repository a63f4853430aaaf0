import styled from 'styled-components';
import { SmallButtonLink } from './small-button.tsx';

const Around = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem;
`;

interface Props {
  label: string;
  /** Starts at 1. */
  page: number;
  pageSize: number;
  total: number;
  href: (page: number) => string;
}

/**
 * Links to the previous and next page of a list, with the current page number between them. Renders nothing if there is
 * only one page.
 */
export function ScreenPager({ label, page, pageSize, total, href }: Props) {
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <Around aria-label={label}>
      {page > 1 ? (
        <SmallButtonLink to={href(page - 1)} rel="prev" $look="outline">
          Previous
        </SmallButtonLink>
      ) : (
        <span />
      )}
      <span>
        Page {page} of {pages.toLocaleString('en-US')}
      </span>
      {page < pages ? (
        <SmallButtonLink to={href(page + 1)} rel="next" $look="outline">
          Next
        </SmallButtonLink>
      ) : (
        <span />
      )}
    </Around>
  );
}
