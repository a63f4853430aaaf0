import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { ArticleText } from '../../src/ui/text/article-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const Featured = styled(Picture)`
  margin-block-end: ${({ theme }) => theme.space.l};
  aspect-ratio: 21 / 9;
  border-radius: ${({ theme }) => theme.radius.l};
`;

/** The title, picture and content of a WordPress page or post. */
export default function PageContentView({ title, image, content }: PropsOf<typeof block>) {
  return (
    <Section heading={{ title }}>
      {image && <Featured image={image} sizes="(min-width: 76rem) 76rem, 100vw" eager />}
      {content && <ArticleText html={content} />}
    </Section>
  );
}
