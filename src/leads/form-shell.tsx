import { useId, type ReactNode } from 'react';
import styled, { css } from 'styled-components';
import type { Tone } from '../builder/tones.ts';
import { RichText } from '../ui/rich-text.tsx';
import { Container, Ground, PlacementTitle } from '../ui/section.tsx';
import { ResponsePromise } from './response-promise.tsx';
import { OtherWays } from './other-ways.tsx';

/** On the deep ground the fields and the card are deep as well. */
const deepGrounds = css`
  color-scheme: dark;
  --paper: var(--deep);
  --surface: color-mix(in srgb, var(--deep), var(--on-deep) 7%);
  --sand: color-mix(in srgb, var(--deep), var(--on-deep) 14%);
`;

/** In reading order: the words, the form, the other ways. Where there is room, the form stands beside both. */
const Columns = styled.div<{ $tone: Tone }>`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  ${({ $tone }) => $tone === 'deep' && deepGrounds}
  @container (min-width: 52rem) {
    grid-template: 'head form' auto 'ways form' 1fr / minmax(0, 5fr) minmax(0, 6fr);
    column-gap: clamp(2.5rem, 5cqi, 6rem);
    align-items: start;
  }
`;

const Head = styled.header`
  @container (min-width: 52rem) {
    grid-area: head;
  }
`;

const Badge = styled.p`
  display: inline-block;
  margin-block-end: ${({ theme }) => theme.space.m};
  padding: 0.35rem 0.9rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 700;
  letter-spacing: 0.04em;
`;

const Intro = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

const Card = styled.div`
  min-width: 0;
  padding: clamp(1.25rem, 4cqi, 2.5rem);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-block-start: 6px solid ${({ theme }) => theme.color.accent};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  @container (min-width: 52rem) {
    grid-area: form;
  }
`;

const Ways = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.s};
  @container (min-width: 52rem) {
    grid-area: ways;
    position: sticky;
    inset-block-start: 7rem;
  }
`;

interface Props {
  tone: Tone;
  badge?: string | undefined;
  title: string;
  desc?: string | undefined;
  /** The form, its notice, or the thanks. */
  children: ReactNode;
}

/** The frame all forms share: the words, the form in a card, and the ways that need no form beside it. */
export function FormShell({ tone, badge, title, desc, children }: Props) {
  const id = useId();
  return (
    <Ground $tone={tone} aria-labelledby={id}>
      <Container>
        <Columns $tone={tone}>
          <Head>
            {badge && <Badge>{badge}</Badge>}
            <PlacementTitle id={id}>{title}</PlacementTitle>
            {desc && <Intro html={desc} />}
          </Head>
          <Card>{children}</Card>
          <Ways>
            <ResponsePromise />
            <OtherWays />
          </Ways>
        </Columns>
      </Container>
    </Ground>
  );
}

/** A form's fields under each other, with room between them. */
export const FieldStack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
`;

/** Two short fields side by side where there is room, first and last name for example. */
export const FieldPair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: ${({ theme }) => theme.space.m};
`;
