import styled, { keyframes } from 'styled-components';
import { Section } from '../ui/section.tsx';
import { ButtonLink } from '../ui/site-link.tsx';

const CONTENT_VIEW = /^\/wp(?:\/[^/]+|-(?:about|buy|sell|contact))\/?$/;

/** Whether a path shows a page's bare content: `/wp/{slug}`, `/wp-about` and its like. */
export function isContentView(pathname: string): boolean {
  return CONTENT_VIEW.test(pathname);
}

const breathe = keyframes`
  50% {
    opacity: 0.5;
  }
`;

const Placeholder = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  margin-block-end: ${({ theme }) => theme.space.xl};
  animation: ${breathe} 1.6s ease-in-out infinite;
  > div {
    height: 3.25rem;
    max-width: 32rem;
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.sand};
  }
  > div + div {
    height: 1.5rem;
    max-width: 44rem;
  }
`;

/** While the content is on its way: a placeholder where the hero will stand, and words. */
export function ViewerLoading() {
  return (
    <Section>
      <Placeholder aria-hidden="true">
        <div />
        <div />
      </Placeholder>
      <p role="status">Loading content…</p>
    </Section>
  );
}

/** The content could not be read. */
export function ViewerFailed({ error }: { error: Error }) {
  return (
    <Section heading={{ title: 'Content' }}>
      <p role="alert">Error loading content: {error.message}</p>
    </Section>
  );
}

/** No page has this slug. */
export function ViewerNotFound() {
  return (
    <Section
      heading={{ title: 'Content not found', intro: 'There is no page of this name, or it is not public.' }}
    >
      <ButtonLink link={{ href: '/', text: 'Home', newTab: false }} $look="outline" />
    </Section>
  );
}
