import { useEffect, useRef } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { centreInRow } from './parts/centre-in-row.ts';
import { screens, type ScreenEntry } from '../contracts/operator-screens.ts';

/** On a phone, the links form one row that scrolls sideways, so that no link is hidden in a menu. */
const Links = styled.nav`
  flex: 1 1 100%;
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
  /* Fade out the end to show that there is more to scroll to. */
  mask-image: linear-gradient(to right, #000 calc(100% - 2rem), transparent);
  ul {
    display: flex;
    width: max-content;
    margin: 0;
    padding: 0 2rem 0 0;
    list-style: none;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    padding-inline: 0.75rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
    font-weight: 560;
    white-space: nowrap;
    text-decoration: none;
  }
  li:first-child a {
    margin-inline-start: -0.75rem;
  }
  a:hover {
    color: ${({ theme }) => theme.color.ink};
    text-decoration: underline;
  }
  a:focus-visible {
    outline-offset: -3px;
  }
  a[aria-current] {
    box-shadow: inset 0 -3px 0 ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.ink};
  }
  @media (min-width: 72rem) {
    flex: 1 1 0;
    mask-image: none;
    ul {
      padding: 0;
    }
    li:first-child a {
      margin-inline-start: 0;
    }
  }
`;

/** Links to the screens of the navigation bar. The current screen's link is scrolled into view. */
export function OperatorNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const here: ScreenEntry | undefined = screens.find(({ path }) => matchPath(path, pathname));
  useEffect(() => {
    const open = here && nav.current?.querySelector('[aria-current]');
    if (nav.current && open) centreInRow(nav.current, open);
  }, [here]);
  return (
    <Links ref={nav} aria-label="Operators">
      <ul>
        {screens.map(
          (screen: ScreenEntry) =>
            screen.nav && (
              <li key={screen.path}>
                <Link to={screen.path} aria-current={currentOf(screen, here)}>
                  {screen.nav}
                </Link>
              </li>
            ),
        )}
      </ul>
    </Links>
  );
}

function currentOf({ path }: ScreenEntry, here: ScreenEntry | undefined): 'page' | 'true' | undefined {
  if (here?.path === path) return 'page';
  return here?.within === path ? 'true' : undefined;
}
