import styled from 'styled-components';
import { SearchForm } from '../ui/form/search-form.tsx';
import { Container } from '../ui/layout/section.tsx';
import { ButtonLink } from '../ui/text/site-link.tsx';

const Around = styled(Container)`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  justify-items: start;
  padding-block: ${({ theme }) => theme.space.section};
  @media (min-width: 56rem) {
    grid-template-columns: 1fr 1.1fr;
    align-items: center;
    gap: ${({ theme }) => theme.space.xl};
  }
  h1 {
    font-size: ${({ theme }) => theme.type.h1};
  }
  p {
    margin-block: ${({ theme }) => theme.space.m};
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.lead};
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
    margin-block-end: ${({ theme }) => theme.space.l};
  }
  li a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    font-weight: 600;
  }
  form {
    margin-block-end: ${({ theme }) => theme.space.m};
  }
  img {
    border-radius: ${({ theme }) => theme.radius.l};
  }
`;

const HELP = { href: '/contact', text: 'Contact Us for Help', newTab: false };

/** The page shown for unknown paths, with links to the main pages, a search form and a link to the contact page. */
export function NotFound() {
  return (
    <Around>
      <div>
        <h1>404 Page Not Found</h1>
        <p>
          The page you were looking for could not be found. It may have moved, or the address may have a typo
          in it.
        </p>
        <ul role="list">
          <li>
            <a href="/">Home</a>
          </li>
          <li>
            <a href="/buy">Buying a home</a>
          </li>
          <li>
            <a href="/sell">Selling a home</a>
          </li>
          <li>
            <a href="/neighborhoods">Neighborhoods</a>
          </li>
        </ul>
        <SearchForm label="Search this site" button="Search" />
        <ButtonLink link={HELP} />
      </div>
      <img src="/scenes/not-found.svg" width={1200} height={800} alt="" />
    </Around>
  );
}
