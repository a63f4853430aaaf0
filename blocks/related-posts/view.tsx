import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { PostCards } from '../../src/ui/layout/post-cards.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

const Below = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xl};
`;

/** Cards of related posts. Renders nothing if there are none. */
export default function RelatedPostsView({ tone, eyebrow, title, more, posts }: PropsOf<typeof block>) {
  if (posts.length === 0) return null;
  return (
    <Section tone={tone} heading={{ title, eyebrow }}>
      <PostCards posts={posts} level={3} />
      {more?.text && (
        <Below>
          <ButtonLink link={more} $look="outline" />
        </Below>
      )}
    </Section>
  );
}
