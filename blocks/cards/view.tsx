import { useId } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { BesideSection } from '../../src/ui/layout/beside-section.tsx';
import { Doorway, doorwaySizes } from '../../src/ui/layout/doorway.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Container, Eyebrow, Ground, PlacementTitle, Section } from '../../src/ui/layout/section.tsx';
import { ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';
import { CardItem } from './item.tsx';
import { CardList, cardSizes } from './looks.ts';

const Below = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xl};
`;

const PicturedHead = styled.header`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  margin-block-end: ${({ theme }) => theme.space.xl};
  @container (min-width: 46rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    align-items: center;
    gap: clamp(2.25rem, 6cqi, 6rem);
  }
`;

const Intro = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

/** Cards with a heading above or beside them. The picture is only shown with a heading above. */
export default function CardsView(props: PropsOf<typeof block>) {
  const { tone, look, head, eyebrow, title, desc, image, items, links, more } = props;
  const id = useId();
  const content = (
    <>
      {'html' in items ? (
        <RichText html={items.html} />
      ) : (
        items.rows.length > 0 && (
          <CardList $look={look}>
            {items.rows.map((item, index) => (
              <CardItem key={index} {...item} links={links} sizes={cardSizes[look]} />
            ))}
          </CardList>
        )
      )}
      {more?.text && (
        <Below>
          <ButtonLink link={more} $look="outline" />
        </Below>
      )}
    </>
  );
  if (head === 'beside') {
    const intro = desc && <RichText html={desc} />;
    return (
      <BesideSection tone={tone} title={title} eyebrow={eyebrow} intro={intro}>
        {content}
      </BesideSection>
    );
  }
  if (image) {
    return (
      <Ground $tone={tone} aria-labelledby={id}>
        <Container>
          <PicturedHead>
            <div>
              {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
              <PlacementTitle id={id}>{title}</PlacementTitle>
              {desc && <Intro html={desc} />}
            </div>
            <Doorway image={image} shape="window" sizes={doorwaySizes.wide} />
          </PicturedHead>
          {content}
        </Container>
      </Ground>
    );
  }
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      {content}
    </Section>
  );
}
