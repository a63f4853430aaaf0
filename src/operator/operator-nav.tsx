import { useEffect, useRef } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { centreInRow } from './parts/controls/centre-in-row.ts';
import { operatorScreens, type ScreenEntry } from '../contracts/operators/operator-screens.ts';
import { useSession } from './use-session.ts';

/** The links form one row, which scrolls sideways on narrow screens, so that no link is hidden in a menu. */
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

const Sections = styled(Links)`
  margin-block-end: ${({ theme }) => theme.space.m};
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  @media (min-width: 72rem) {
    li:first-child a {
      margin-inline-start: -0.75rem;
    }
  }
`;

const entries: readonly ScreenEntry[] = operatorScreens;

/** Returns the screen at a path, followed by its parent screens. */
function trailOf(pathname: string): readonly ScreenEntry[] {
  const trail: ScreenEntry[] = [];
  let here = entries.find(({ path }) => matchPath(path, pathname));
  while (here) {
    trail.push(here);
    const { within } = here;
    here = entries.find(({ path }) => path === within);
  }
  return trail;
}

/**
 * The links in the navigation bar; for editors, only those to the screens that they may open. The link to the current
 * screen, or to its nearest parent in the bar, is scrolled into view.
 */
export function OperatorNav() {
  return <ScreenLinks as={Links} label="Operators" kind="nav" />;
}

/** Links between the screens of a group, such as the settings. Renders nothing on a screen that is in no group. */
export function ScreenGroupNav() {
  const { pathname } = useLocation();
  const trail = trailOf(pathname);
  const top = trail.at(-1);
  if (!top?.nav || !trail.some(({ section }) => section)) return null;
  return <ScreenLinks as={Sections} label={top.nav} kind="section" top={top} />;
}

interface LinksProps {
  as: typeof Links;
  label: string;
  kind: 'nav' | 'section';
  /** If set, only this screen and the screens below it are listed. */
  top?: ScreenEntry;
}

function ScreenLinks({ as: Nav, label, kind, top }: LinksProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const trail = trailOf(pathname);
  const current = trail.find((screen) => screen[kind]);
  const { session } = useSession();
  const isEditor = session?.operator.role === 'editor';
  useEffect(() => {
    const open = current && nav.current?.querySelector('[aria-current]');
    if (nav.current && open) centreInRow(nav.current, open);
  }, [current]);
  return (
    <Nav ref={nav} aria-label={label}>
      <ul>
        {entries.map(
          (screen) =>
            screen[kind] &&
            (!isEditor || screen.editors) &&
            (!top || trailOf(screen.path).includes(top)) && (
              <li key={screen.path}>
                <Link
                  to={screen.path}
                  aria-current={screen !== current ? undefined : trail[0] === screen ? 'page' : true}
                >
                  {screen[kind]}
                </Link>
              </li>
            ),
        )}
      </ul>
    </Nav>
  );
}
