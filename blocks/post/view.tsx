import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { longDate, namedTerms } from '../../src/contracts/post-listing.ts';
import { useSettings } from '../../src/content/settings-context.ts';
import { Breadcrumb } from '../../src/ui/layout/breadcrumb.tsx';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { PostMeta } from '../../src/ui/layout/post-cards.tsx';
import { ArticleText } from '../../src/ui/text/article-text.tsx';
import { Container, Ground, PlacementTitle } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';
import { Neighbours } from './neighbours.tsx';

const Around = styled(Ground)`
  padding-block-start: ${({ theme }) => theme.space.l};
`;

/** A single text column; only the picture is wider. */
const Column = styled.div`
  max-width: 46rem;
  margin-inline: auto;
`;

const Head = styled.header`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  h1 {
    font-size: clamp(2.125rem, 1.5rem + 2.6cqi, 3.25rem);
  }
`;

const Featured = styled(Picture)`
  margin-block-start: ${({ theme }) => theme.space.l};
  aspect-ratio: 21 / 9;
  max-height: 30rem;
  border-radius: ${({ theme }) => theme.radius.l};
  @container (max-width: 40rem) {
    aspect-ratio: 3 / 2;
  }
`;

const Body = styled(ArticleText)`
  margin-block-start: ${({ theme }) => theme.space.xl};
  max-width: none;
  font-size: 1.125rem;
`;

const Topics = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xl};
  a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    margin-inline-start: 0.75rem;
  }
`;

/** A blog post, with links to its categories, its tags and the adjacent posts. */
export default function PostView({
  topics,
  newer,
  older,
  post,
  trail,
  before,
  after,
}: PropsOf<typeof block>) {
  const { site } = useSettings();
  const { categories, date, modified, author, minutes } = post;
  const day = longDate(date, site.timeZone);
  const lastDay = longDate(modified, site.timeZone);
  return (
    <Around $tone="paper" as="article">
      <Container>
        <Column>
          <Breadcrumb trail={trail} />
          <Head>
            <PlacementTitle>{post.title}</PlacementTitle>
            <PostMeta>
              <time dateTime={date}>{day}</time>
              {lastDay !== day && (
                <>
                  {' (updated '}
                  <time dateTime={modified}>{lastDay}</time>)
                </>
              )}
              {author && ` · By ${author}`} · {minutes} min read
              {namedTerms(categories).map(({ slug, name }) => (
                <span key={slug}>
                  {' · '}
                  <a href={`/blog/category/${slug}`}>{name}</a>
                </span>
              ))}
            </PostMeta>
          </Head>
        </Column>
        {post.image && <Featured image={post.image} sizes="(min-width: 76rem) 76rem, 100vw" eager />}
        <Column>
          {post.content && <Body html={post.content} />}
          {post.tags.length > 0 && (
            <Topics>
              {topics}
              {post.tags.map(({ slug, name }) => (
                <a key={slug} href={`/blog/tag/${slug}`}>
                  {name}
                </a>
              ))}
            </Topics>
          )}
          <Neighbours
            before={before && { ...before, label: older }}
            after={after && { ...after, label: newer }}
          />
        </Column>
      </Container>
    </Around>
  );
}
