import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.xl};
  @container (min-width: 54rem) {
    grid-template-columns: minmax(0, 42rem) minmax(0, 1fr);
  }
`;

const Body = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
`;

const Beside = styled(RichText)`
  align-self: start;
  padding: ${({ theme }) => theme.space.l};
  border-block-start: 4px solid ${({ theme }) => theme.color.accent};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
`;

const Below = styled.div`
  margin-block-start: ${({ theme }) => theme.space.l};
  img {
    aspect-ratio: 21 / 9;
    border-radius: ${({ theme }) => theme.radius.l};
  }
`;

const Note = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.l};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Body text with an optional title, a second text beside it and a picture below. */
export default function ProseView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, intro, content, aside, image, note } = props;
  return (
    <Section
      tone={tone}
      heading={
        title === undefined ? undefined : { title, eyebrow, intro: intro && <RichText html={intro} /> }
      }
    >
      {(content ?? aside) && (
        <Columns>
          {content && <Body html={content} />}
          {aside && <Beside html={aside} />}
        </Columns>
      )}
      {image && (
        <Below>
          <Picture image={image} sizes="(min-width: 76rem) 76rem, 100vw" />
        </Below>
      )}
      {note && <Note html={note} />}
    </Section>
  );
}
