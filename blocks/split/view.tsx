import { useId } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { ButtonRow } from '../../src/ui/form/button.tsx';
import { CheckmarkList } from '../../src/ui/layout/card.tsx';
import { FramedPicture, framedPictureSizes } from '../../src/ui/layout/framed-picture.tsx';
import { ListLines } from '../../src/ui/layout/list-rows.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Container, Eyebrow, SectionBackground, PlacementTitle } from '../../src/ui/layout/section.tsx';
import { ArrowLink, ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';
import { WideSplit } from './wide.tsx';

const Columns = styled.div<{ $end: boolean; $tall: boolean }>`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  @container (min-width: 46rem) {
    grid-template-columns: ${({ $tall, $end }) => columns($tall, $end)};
    align-items: center;
    gap: clamp(2.25rem, 7cqi, 7rem);
    /* The text stays first in reading order, because the picture only illustrates it. */
    > figure {
      order: ${({ $end }) => ($end ? 1 : -1)};
      justify-self: ${({ $end }) => ($end ? 'end' : 'start')};
    }
  }
`;

function columns(tall: boolean, end: boolean): string {
  const picture = tall ? 'minmax(0, 5fr)' : 'minmax(0, 6fr)';
  return end ? `minmax(0, 6fr) ${picture}` : `${picture} minmax(0, 6fr)`;
}

const Words = styled.div`
  max-width: ${({ theme }) => theme.width.text};
  > ul,
  > div,
  > [role='note'] {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
`;

const Desc = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
  > p:first-child {
    color: ${({ theme }) => theme.color.ink};
    font-size: ${({ theme }) => theme.type.lead};
    line-height: 1.55;
  }
`;

/** Text beside a picture, or text alone if there is no picture. */
export default function SplitView(props: PropsOf<typeof block>) {
  const { tone, side, shape, image, caption, eyebrow, title, desc, points, note, link, more } = props;
  const id = useId();
  const words = (
    <Words>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <PlacementTitle id={id}>{title}</PlacementTitle>
      {desc && <Desc html={desc} />}
      {points && (
        <CheckmarkList>
          <ListLines of={points} />
        </CheckmarkList>
      )}
      {note && <SampleNote>{note}</SampleNote>}
      {(link?.text || more?.text) && (
        <ButtonRow>
          {link?.text && <ButtonLink link={link} />}
          {more?.text && <ArrowLink link={more} />}
        </ButtonRow>
      )}
    </Words>
  );
  let content = words;
  if (image) {
    content =
      shape === 'wide' ? (
        <WideSplit image={image} caption={caption} end={side === 'end'}>
          {words}
        </WideSplit>
      ) : (
        <Columns $end={side === 'end'} $tall={shape === 'arch'}>
          {words}
          <FramedPicture
            image={image}
            shape={shape}
            caption={caption}
            sizes={shape === 'arch' ? framedPictureSizes.tall : framedPictureSizes.wide}
          />
        </Columns>
      );
  }
  return (
    <SectionBackground $tone={tone} aria-labelledby={id}>
      <Container>{content}</Container>
    </SectionBackground>
  );
}
