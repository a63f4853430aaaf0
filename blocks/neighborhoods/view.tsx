import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Rows } from '../../src/ui/layout/rows.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';
import { Place } from './place.tsx';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: clamp(4rem, 7cqi, 7rem);
`;

const Note = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
`;

/** Places one below the other, each with an anchor that links can point to. */
export default function NeighborhoodsView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, note, price_label, neighborhoods } = props;
  const intro = (desc || note) && (
    <>
      {desc && <RichText html={desc} />}
      {note && (
        <Note>
          <SampleNote>{note}</SampleNote>
        </Note>
      )}
    </>
  );
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro }}>
      <Rows of={neighborhoods} as={List}>
        {(place) => <Place {...place} priceLabel={price_label} />}
      </Rows>
    </Section>
  );
}
