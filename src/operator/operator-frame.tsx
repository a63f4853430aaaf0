import { useEffect, type ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import styled from 'styled-components';
import { Container } from '../ui/section.tsx';
import { screens, type ScreenEntry } from './screen-list.ts';
import { useOperatorData } from './use-operator-data.ts';

const Bar = styled.header`
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
`;

const Row = styled(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${({ theme }) => theme.space.m};
  padding-block: 0.5rem;
`;

const Brand = styled(Link)`
  display: flex;
  align-items: center;
  min-height: 2.75rem;
  margin-inline-end: auto;
  color: ${({ theme }) => theme.color.ink};
  font-family: ${({ theme }) => theme.font.display};
  font-size: 1.125rem;
  font-weight: 600;
  text-decoration: none;
`;

/** On a phone the links are one row to swipe through: no menu hides where one can go. */
const Links = styled.nav`
  overflow-x: auto;
  ul {
    display: flex;
    gap: 0.25rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    padding-inline: 0.7rem;
    color: ${({ theme }) => theme.color.ink};
    font-size: ${({ theme }) => theme.type.small};
    font-weight: 560;
    white-space: nowrap;
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  a[aria-current='page'] {
    box-shadow: inset 0 -3px 0 ${({ theme }) => theme.color.accent};
  }
`;

const Main = styled(Container).attrs({ as: 'main', id: 'main' })`
  padding-block: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.xl};
  > h1 {
    margin-block-end: ${({ theme }) => theme.space.m};
    font-size: ${({ theme }) => theme.type.h2};
  }
`;

/** The bar with the way to every screen, and the screen below its title. */
export function OperatorFrame({ screen, children }: { screen: ScreenEntry; children: ReactNode }) {
  const { siteName } = useOperatorData();
  useEffect(() => {
    document.title = `${screen.title} | ${siteName}`;
  }, [screen.title, siteName]);
  const places = screens.filter((each: ScreenEntry) => each.nav);
  return (
    <>
      <Bar>
        <Row>
          <Brand to="/admin">{siteName}</Brand>
          {!screen.open && (
            <Links aria-label="Operators">
              <ul>
                {places.map((place: ScreenEntry) => (
                  <li key={place.path}>
                    <NavLink to={place.path} end={place.path === '/admin'}>
                      {place.nav}
                    </NavLink>
                  </li>
                ))}
                <li>
                  <NavLink to="/admin/account">Account</NavLink>
                </li>
              </ul>
            </Links>
          )}
        </Row>
      </Bar>
      <Main>
        <h1>{screen.title}</h1>
        {children}
      </Main>
    </>
  );
}
