import { useId } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Accordion } from '../../src/ui/accordion.tsx';
import { RichText } from '../../src/ui/rich-text.tsx';
import { Section } from '../../src/ui/section.tsx';
import type block from './block.ts';

const Width = styled.div`
  max-width: 52rem;
`;

/** Questions and answers. */
export default function FaqView({ tone, eyebrow, title, desc, items }: PropsOf<typeof block>) {
  const name = useId();
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <Width>
        {'html' in items ? (
          <RichText html={items.html} />
        ) : (
          <Accordion
            name={name}
            items={items.rows.map((row) => ({
              title: row.question,
              content: <RichText html={row.answer} />,
            }))}
          />
        )}
      </Width>
    </Section>
  );
}
