import { useContext, useId, type ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { darkColors, lightColors } from '../../contracts/brand.ts';
import { HeadingLevelContext } from '../../builder/placement-context.ts';
import type { Tone } from '../../builder/tones.ts';

/** Next to an aside, a section with its own background looks like a panel. */
const panel = css`
  --gutter: var(--panel-gutter);
  border-radius: var(--panel-radius);
`;

const ground = {
  paper: css`
    background: ${({ theme }) => theme.color.paper};
  `,
  sand: css`
    ${panel}
    background: ${({ theme }) => theme.color.sand};
  `,
  surface: css`
    ${panel}
    background: ${({ theme }) => theme.color.surface};
  `,
  deep: css`
    ${panel}
    background: ${({ theme }) => theme.color.deep};
    color: ${({ theme }) => theme.color.onDeep};
    --ink: var(--on-deep);
    --ink-soft: var(--on-deep-soft);
    --line: var(--deep-line);
    --accent: ${darkColors.accent};
    --accent-strong: ${darkColors.accentStrong};
    --on-accent: ${darkColors.onAccent};
  `,
};

/** A full-width section with the background of its tone. */
export const SectionBackground = styled.section<{ $tone: Tone }>`
  padding-block: ${({ theme }) => theme.space.section};
  ${({ $tone }) => ground[$tone]}
  @media print {
    --accent: ${lightColors.accentStrong};
    padding-block: 1rem;
    background: none;
    color: inherit;
  }
`;

/** Limits content to the page's width, centered, with a gutter on small screens. */
export const Container = styled.div`
  width: 100%;
  max-width: calc(${({ theme }) => theme.width.page} + 2 * ${({ theme }) => theme.space.gutter});
  margin-inline: auto;
  padding-inline: ${({ theme }) => theme.space.gutter};
`;

/** A section of a page, named by its heading. */
export function Section({ tone = 'paper', heading, children }: SectionProps) {
  const id = useId();
  return (
    <SectionBackground $tone={tone} aria-labelledby={heading ? id : undefined}>
      <Container>
        {heading && <SectionHeading {...heading} id={id} />}
        {children}
      </Container>
    </SectionBackground>
  );
}

interface SectionProps {
  tone?: Tone;
  /** If left out, the content provides its own heading or has none. */
  heading?: HeadingProps | undefined;
  children: ReactNode;
}

interface HeadingProps {
  title: string;
  /** Small text above the title. */
  eyebrow?: string | undefined;
  /** Plain or formatted text below the title. */
  intro?: ReactNode;
}

const Head = styled.header`
  max-width: 46rem;
  margin-block-end: ${({ theme }) => theme.space.xl};
  &:last-child {
    margin-block-end: 0;
  }
`;

/** The small line of text above a section's title, with a thick rule. */
export const Eyebrow = styled.p`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  margin-block-end: ${({ theme }) => theme.space.s};
  color: ${({ theme }) => theme.color.accent};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 650;
  letter-spacing: 0.02em;
  &::before {
    content: '';
    flex: none;
    width: 2.25rem;
    height: 4px;
    border-radius: 1px;
    background: currentColor;
  }
`;

const Intro = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

function SectionHeading({ id, title, eyebrow, intro }: HeadingProps & { id: string }) {
  return (
    <Head>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <PlacementTitle id={id}>{title}</PlacementTitle>
      {intro && <Intro>{intro}</Intro>}
    </Head>
  );
}

const Title = styled.h2`
  font-size: ${({ theme }) => theme.type.h2};
  h1& {
    font-size: ${({ theme }) => theme.type.h1};
  }
`;

/** A placement's title: an `h1` if the placement is the first on the page, otherwise an `h2`. */
export function PlacementTitle({ id, children }: { id?: string; children: ReactNode }) {
  const level = useContext(HeadingLevelContext);
  return (
    <Title as={level === 1 ? 'h1' : 'h2'} id={id}>
      {children}
    </Title>
  );
}
