import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { ArticleText } from '../../src/ui/text/article-text.tsx';
import { FramedPicture } from '../../src/ui/layout/framed-picture.tsx';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Container, SectionBackground, PlacementTitle } from '../../src/ui/layout/section.tsx';
import { ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

const Hero = styled.header`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  padding-block-end: ${({ theme }) => theme.space.xl};
  @container (min-width: 46rem) {
    &:has(figure) {
      grid-template-columns: minmax(0, 1.2fr) minmax(0, 0.8fr);
      align-items: center;
    }
  }
`;

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${({ theme }) => theme.space.m};
`;

const Subtitle = styled(RichText)`
  max-width: 40rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
`;

const Content = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  padding-block-start: ${({ theme }) => theme.space.xl};
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  h2 {
    font-size: ${({ theme }) => theme.type.h3};
  }
`;

const Featured = styled(Picture)`
  aspect-ratio: 21 / 9;
  border-radius: ${({ theme }) => theme.radius.l};
`;

/**
 * A page's hero and content. The title is not repeated if the hero already shows it. The featured image is left out if
 * the hero has a picture.
 */
export default function ContentViewerView(props: PropsOf<typeof block>) {
  const { title, image, content, hero_title = title, hero_subtitle, hero_image, cta_text, cta_link } = props;
  return (
    <SectionBackground $tone="paper">
      <Container>
        <Hero>
          <Words>
            <PlacementTitle>{hero_title}</PlacementTitle>
            {hero_subtitle && <Subtitle html={hero_subtitle} />}
            <ButtonLink link={cta_link}>{cta_text}</ButtonLink>
          </Words>
          {hero_image && (
            <FramedPicture image={hero_image} shape="window" sizes="(min-width: 46rem) 30rem, 100vw" eager />
          )}
        </Hero>
        <Content>
          {hero_title !== title && <h2>{title}</h2>}
          {image && !hero_image && <Featured image={image} sizes="(min-width: 76rem) 76rem, 100vw" />}
          {content && <ArticleText html={content} />}
        </Content>
      </Container>
    </SectionBackground>
  );
}
