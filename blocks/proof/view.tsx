import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { KeyFigures } from '../../src/ui/layout/key-figures.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Container, SectionBackground } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

/** A `div`, because a section without a heading has no name for screen readers. */
const Strip = styled(SectionBackground).attrs({ as: 'div' })`
  padding-block: clamp(2.5rem, 1.5rem + 3.5cqi, 4.5rem);
`;

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  @container (min-width: 60rem) {
    grid-template-columns: minmax(0, 4fr) minmax(0, 7fr);
    align-items: start;
    gap: clamp(3rem, 6cqi, 6rem);
    > :only-child {
      grid-column: 1 / -1;
    }
  }
`;

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${({ theme }) => theme.space.s};
`;

const Sentence = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
  font-family: ${({ theme }) => theme.font.display};
  font-size: ${({ theme }) => theme.type.h3};
  font-weight: 480;
  line-height: 1.3;
  letter-spacing: -0.01em;
`;

const By = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** A narrow band with a statement and, if there are any, figures beside it. */
export default function ProofView({ tone, proof, by, note, figures }: PropsOf<typeof block>) {
  const hasFigures = 'html' in figures || figures.rows.length > 0;
  return (
    <Strip $tone={tone}>
      <Container>
        <Columns>
          <Words>
            <Sentence html={proof} />
            {by && <By>{by}</By>}
            {note && <SampleNote>{note}</SampleNote>}
          </Words>
          {hasFigures && <KeyFigures of={figures} />}
        </Columns>
      </Container>
    </Strip>
  );
}
