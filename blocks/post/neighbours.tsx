import styled from 'styled-components';

const Around = styled.nav`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  margin-block-start: ${({ theme }) => theme.space.xl};
  padding-block-start: ${({ theme }) => theme.space.l};
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  @container (min-width: 40rem) {
    grid-template-columns: 1fr 1fr;
    > :last-child {
      grid-column: 2;
      text-align: end;
    }
  }
  a {
    display: grid;
    align-content: start;
    gap: 0.35rem;
    color: ${({ theme }) => theme.color.ink};
    text-decoration: none;
  }
  a:hover strong {
    color: ${({ theme }) => theme.color.accent};
    text-decoration: underline;
  }
  span {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  strong {
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h4};
    font-weight: 560;
    line-height: 1.25;
  }
  @media print {
    display: none;
  }
`;

interface Neighbour {
  path: string;
  title: string;
  label: string;
}

interface Props {
  before: Neighbour | null;
  after: Neighbour | null;
}

/** Links to the previous and the next post by date. */
export function Neighbours({ before, after }: Props) {
  if (!before && !after) return null;
  return (
    <Around aria-label="More articles">
      <div>{before && <Way to={before} rel="prev" />}</div>
      <div>{after && <Way to={after} rel="next" />}</div>
    </Around>
  );
}

function Way({ to, rel }: { to: Neighbour; rel: 'prev' | 'next' }) {
  return (
    <a href={to.path} rel={rel}>
      <span>{to.label}</span>
      <strong>{to.title}</strong>
    </a>
  );
}
