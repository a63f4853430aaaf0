import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { KeyFigures } from '../../src/ui/layout/key-figures.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { ArrowLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${({ theme }) => theme.space.m};
  margin-block-start: ${({ theme }) => theme.space.l};
`;

/** Figures side by side, with an optional note and link. */
export default function StatsView({ tone, eyebrow, title, desc, items, note, link }: PropsOf<typeof block>) {
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <KeyFigures of={items} />
      {(note || link?.text) && (
        <Foot>
          {note && <SampleNote>{note}</SampleNote>}
          {link?.text && <ArrowLink link={link} />}
        </Foot>
      )}
    </Section>
  );
}
