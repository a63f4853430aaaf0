import { useEffect, useRef } from 'react';
import styled from 'styled-components';

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  align-items: start;
  @media (min-width: 72rem) {
    grid-template-columns: minmax(0, 32rem) minmax(0, 1fr);
  }
`;

const Frame = styled.iframe`
  width: 100%;
  height: 40rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.paper};
  @media (min-width: 72rem) {
    position: sticky;
    inset-block-start: 1rem;
    height: calc(100vh - 2rem);
  }
`;

interface Props {
  /** A number that changes with each save. The site is reloaded after each change. */
  version: number;
  children: React.ReactNode;
}

/** Shows the live site beside a form, and reloads it after each save. */
export function LiveSiteLayout({ version, children }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    // The server responds to a save after it has rendered the pages again, or after a time limit, so reload at once.
    frame.current?.contentWindow?.location.reload();
  }, [version]);
  return (
    <Layout>
      {children}
      <Frame ref={frame} src="/" title="The site" />
    </Layout>
  );
}
