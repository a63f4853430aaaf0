import styled from 'styled-components';
import { useId } from 'react';
import type { ImageValue, LinkValue } from '../../src/builder/field.ts';
import { CardTitle, CheckmarkList } from '../../src/ui/layout/card.tsx';
import { Icon } from '../../src/ui/theme/icon.tsx';
import type { IconName } from '../../src/ui/theme/icon-names.ts';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { ListLines } from '../../src/ui/layout/list-rows.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { ArrowLink, ButtonLink } from '../../src/ui/text/site-link.tsx';
import type { PropsOf } from '../../src/builder/block.ts';
import { SideHeadingSection } from '../../src/ui/layout/side-heading-section.tsx';
import { FramedPicture, framedPictureSizes } from '../../src/ui/layout/framed-picture.tsx';
import {
  Container,
  Eyebrow,
  SectionBackground,
  PlacementTitle,
  Section,
} from '../../src/ui/layout/section.tsx';
import type block from './block.ts';
import { CardList, cardPictureSizes } from './looks.ts';

const Drawing = styled.span`
  color: ${({ theme }) => theme.color.accent};
`;

const Text = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
`;

/** Aligns the links of the cards in a row, by pushing each link to the bottom of its card. */
const Foot = styled.p`
  margin-block-start: auto;
  padding-block-start: ${({ theme }) => theme.space.xs};
`;

const FootButton = styled(ButtonLink)`
  width: 100%;
`;

interface CardProps {
  title: string;
  desc?: string;
  icon?: IconName;
  image?: ImageValue;
  points?: string;
  link?: LinkValue;
  anchor?: string;
  links: 'arrow' | 'button';
  /** The width of the picture, as a `sizes` attribute. */
  sizes: string;
}

function CardItem({ title, desc, icon, image, points, link, anchor, links, sizes }: CardProps) {
  const Link = links === 'button' ? FootButton : ArrowLink;
  return (
    <li id={anchor}>
      {image && <Picture image={image} sizes={sizes} />}
      <div>
        {icon && (
          <Drawing>
            <Icon name={icon} size={32} />
          </Drawing>
        )}
        <CardTitle>{title}</CardTitle>
        {desc && <Text html={desc} />}
        {points && (
          <CheckmarkList>
            <ListLines of={points} />
          </CheckmarkList>
        )}
        {link && (
          <Foot>
            <Link link={link}>{link.text || title}</Link>
          </Foot>
        )}
      </div>
    </li>
  );
}

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

/** Cards with a heading above or beside them. The picture of the section is only shown if the heading is above. */
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
              <CardItem key={index} {...item} links={links} sizes={cardPictureSizes[look]} />
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
      <SideHeadingSection tone={tone} title={title} eyebrow={eyebrow} intro={intro}>
        {content}
      </SideHeadingSection>
    );
  }
  if (image) {
    return (
      <SectionBackground $tone={tone} aria-labelledby={id}>
        <Container>
          <PicturedHead>
            <div>
              {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
              <PlacementTitle id={id}>{title}</PlacementTitle>
              {desc && <Intro html={desc} />}
            </div>
            <FramedPicture image={image} shape="window" sizes={framedPictureSizes.wide} />
          </PicturedHead>
          {content}
        </Container>
      </SectionBackground>
    );
  }
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      {content}
    </Section>
  );
}
