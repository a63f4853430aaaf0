import { useId, type ReactNode } from 'react';
import styled from 'styled-components';
import type { Tone } from '../../builder/tones.ts';
import { Container, Eyebrow, SectionBackground, PlacementTitle } from './section.tsx';

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  @container (min-width: 60rem) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 8fr);
    gap: clamp(3rem, 6cqi, 6rem);
  }
`;

const Head = styled.header`
  @container (min-width: 60rem) {
    position: sticky;
    inset-block-start: 7rem;
    align-self: start;
  }
`;

const Intro = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

const Below = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
`;

interface Props {
  tone: Tone;
  title: string;
  eyebrow?: string | undefined;
  intro?: ReactNode;
  /** Shown below the introduction, for example a link or a note. */
  below?: ReactNode;
  children: ReactNode;
}

/**
 * A section whose heading is beside its content and stays visible while the content scrolls. In a container narrower
 * than 60 rem, the heading is above the content and scrolls with it.
 */
export function SideHeadingSection({ tone, title, eyebrow, intro, below, children }: Props) {
  const id = useId();
  return (
    <SectionBackground $tone={tone} aria-labelledby={id}>
      <Container>
        <Columns>
          <Head>
            {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
            <PlacementTitle id={id}>{title}</PlacementTitle>
            {intro && <Intro>{intro}</Intro>}
            {below && <Below>{below}</Below>}
          </Head>
          <div>{children}</div>
        </Columns>
      </Container>
    </SectionBackground>
  );
}
