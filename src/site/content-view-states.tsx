import type { ReactNode } from 'react';
import styled, { keyframes } from 'styled-components';
import { HeadingLevelContext } from '../builder/placement-context.ts';
import { Button } from '../ui/form/button.tsx';
import { Section } from '../ui/layout/section.tsx';
import { ButtonLink } from '../ui/text/site-link.tsx';

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

/** A state shown instead of the page. Its title is the page's heading. */
function State({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  return (
    <HeadingLevelContext value={1}>
      <Section heading={{ title, ...(intro === undefined ? {} : { intro }) }}>{children}</Section>
    </HeadingLevelContext>
  );
}

/** Shown while the content loads: a message and a placeholder for the hero. */
export function ContentLoading() {
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

/** Shown if the content could not be loaded, with the reason and a button to try again. */
export function ContentErrorState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <State title="Content">
      <Failure role="alert">Error loading content: {contentFailureReason(error)}</Failure>
      <Button type="button" onClick={onRetry}>
        Try again
      </Button>
    </State>
  );
}

const Failure = styled.p`
  margin-block-end: ${({ theme }) => theme.space.m};
`;

/**
 * Returns the reason that the visitor reads: of an error such as `503: {…}`, the message in the JSON body, or a
 * sentence with the status if the body is HTML or JSON without a message; otherwise the error's own message.
 */
export function contentFailureReason({ message }: Error): string {
  const [, status, body = ''] = /^(\d{3}): (.*)$/s.exec(message) ?? [];
  if (status === undefined) return message;
  const own = messageIn(body);
  // HTML, or JSON without a message, comes from a proxy and is not readable.
  return own ?? (/^\s*[<{[]/.test(body) ? `The server answered with status ${status}.` : message);
}

function messageIn(body: string): string | undefined {
  try {
    const { message, error }: { message?: unknown; error?: unknown } = Object(JSON.parse(body));
    return [message, error].find((each) => typeof each === 'string');
  } catch {
    return undefined;
  }
}

/** Shown if no page has this slug. */
export function ContentNotFound() {
  return (
    <State title="Content not found" intro="There is no page of this name, or it is not public.">
      <ButtonLink link={{ href: '/', text: 'Home', newTab: false }} $look="outline" />
    </State>
  );
}
