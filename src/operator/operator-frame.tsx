import { useEffect, useRef, type ReactNode } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import styled from 'styled-components';
import { Container } from '../ui/layout/section.tsx';
import { Toaster } from '../ui/feedback/toast.tsx';
import { AccountControls } from './account-controls.tsx';
import { OperatorNav, ScreenGroupNav } from './operator-nav.tsx';
import { SignInAgainDialog } from './sign-in/sign-in-again-dialog.tsx';
import { ScreenErrorBoundary } from './screen-error-boundary.tsx';
import type { ScreenEntry } from '../contracts/operators/operator-screens.ts';
import { useOperatorData } from './use-operator-data.ts';
import { useSession } from './use-session.ts';

const Skip = styled.a`
  position: absolute;
  z-index: 10;
  inset: 0.5rem auto auto 0.5rem;
  padding: 0.75rem 1.25rem;
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  translate: 0 -6rem;
  &:focus {
    color: ${({ theme }) => theme.color.onAccent};
    translate: none;
  }
`;

const Bar = styled.header`
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  @media print {
    display: none;
  }
`;

const Row = styled(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${({ theme }) => theme.space.m};
  padding-block: 0.25rem 0;
  > nav {
    order: 3;
  }
  @media (min-width: 72rem) {
    padding-block: 0.5rem;
    > nav {
      order: 0;
    }
  }
`;

const Brand = styled(Link)`
  display: flex;
  align-items: center;
  min-width: 0;
  min-height: 2.75rem;
  color: ${({ theme }) => theme.color.ink};
  font-family: ${({ theme }) => theme.font.display};
  font-size: 1.125rem;
  font-weight: 600;
  line-height: 1.15;
  text-decoration: none;
  @media (max-width: 29.99rem) {
    flex: 1 1 0;
    font-size: 1rem;
  }
`;

const Main = styled(Container).attrs({ as: 'main', id: 'main', tabIndex: -1 })`
  padding-block: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.xl};
  &:focus {
    outline: none;
  }
  code {
    font-size: 0.9em;
  }
  > h1 {
    margin-block-end: ${({ theme }) => theme.space.s};
    font-size: ${({ theme }) => theme.type.h2};
    outline: none;
  }
`;

/** The link to the home screen: “Today” or, for editors, the list of pages. */
function HomeLink() {
  const { siteName } = useOperatorData();
  const { session } = useSession();
  return <Brand to={session?.operator.role === 'editor' ? '/admin/pages' : '/admin'}>{siteName}</Brand>;
}

/**
 * The layout of an operator screen: the navigation bar, and the screen below its title. On an `open` screen, the bar has
 * only a link to the website; a `whole` screen has neither bar nor title. Sets the document's title. After a navigation
 * to another path, focuses the screen's title, if it has one, and scrolls to the top except on Back and Forward.
 */
export function OperatorFrame({ screen, children }: { screen: ScreenEntry; children: ReactNode }) {
  const { siteName } = useOperatorData();
  const title = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const arrived = useNavigationType();
  useEffect(() => {
    document.title = `${screen.title} | ${siteName}`;
  }, [screen.title, siteName]);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // `Pop` is Back or Forward, on which the scroll position is kept.
    if (arrived !== NavigationType.Pop) window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, [pathname, arrived]);
  if (screen.whole) {
    return (
      <>
        <ScreenErrorBoundary place={pathname}>{children}</ScreenErrorBoundary>
        <SignInAgainDialog />
        <Toaster />
      </>
    );
  }
  return (
    <>
      <Skip href="#main">Skip to content</Skip>
      <Bar>
        <Row>
          {screen.open ? (
            <Brand to="/" reloadDocument>
              {siteName}
            </Brand>
          ) : (
            <>
              <HomeLink />
              <OperatorNav />
              <AccountControls />
            </>
          )}
        </Row>
      </Bar>
      <Main>
        {!screen.open && <ScreenGroupNav />}
        <h1 ref={title} tabIndex={-1}>
          {screen.title}
        </h1>
        <ScreenErrorBoundary place={pathname}>{children}</ScreenErrorBoundary>
      </Main>
      {!screen.open && <SignInAgainDialog />}
      <Toaster />
    </>
  );
}
