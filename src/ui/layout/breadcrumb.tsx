import styled from 'styled-components';

const Trail = styled.nav`
  margin-block-end: ${({ theme }) => theme.space.m};
  font-size: ${({ theme }) => theme.type.small};
  ol {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 0.6rem;
  }
  li + li::before {
    content: '/';
    margin-inline-end: 0.6rem;
    color: ${({ theme }) => theme.color.inkSoft};
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
  }
  @media print {
    display: none;
  }
`;

interface Props {
  /** The ancestors of this page, outermost first. */
  trail: readonly { path: string; title: string }[];
}

/** A breadcrumb from the home page to the parent page. The page itself is left out: its heading is just below. */
export function Breadcrumb({ trail }: Props) {
  return (
    <Trail aria-label="Breadcrumb">
      <ol role="list">
        {[{ path: '/', title: 'Home' }, ...trail].map(({ path, title }) => (
          <li key={path}>
            <a href={path}>{title}</a>
          </li>
        ))}
      </ol>
    </Trail>
  );
}
