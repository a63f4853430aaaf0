import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { formatLongDate, withoutUncategorized } from '../../src/contracts/post-listing.ts';
import { useSiteSettings } from '../../src/content/site-settings-context.ts';
import { PostComments } from '../../src/ui/comments/post-comments.tsx';
import { Breadcrumb } from '../../src/ui/layout/breadcrumb.tsx';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { PostMeta } from '../../src/ui/layout/post-cards.tsx';
import { ArticleText } from '../../src/ui/text/article-text.tsx';
import { Container, SectionBackground, PlacementTitle } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const Adjacent = styled.nav`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  margin-block-start: ${({ theme }) => theme.space.xl};
  padding-block-start: ${({ theme }) => theme.space.l};
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  @container (min-width: 40rem) {
    grid-template-columns: 1fr 1fr;
    > :last-child {
      grid-column: 2;
      text-align: end;
    }
  }
  a {
    display: grid;
    align-content: start;
    gap: 0.35rem;
    color: ${({ theme }) => theme.color.ink};
    text-decoration: none;
  }
  a:hover strong {
    color: ${({ theme }) => theme.color.accent};
    text-decoration: underline;
  }
  span {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  strong {
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h4};
    font-weight: 560;
    line-height: 1.25;
  }
  @media print {
    display: none;
  }
`;

interface Neighbour {
  path: string;
  title: string;
  label: string;
}

interface Props {
  before: Neighbour | null;
  after: Neighbour | null;
}

/** Links to the previous and the next post by date. */
function Neighbours({ before, after }: Props) {
  if (!before && !after) return null;
  return (
    <Adjacent aria-label="More articles">
      <div>{before && <Way to={before} rel="prev" />}</div>
      <div>{after && <Way to={after} rel="next" />}</div>
    </Adjacent>
  );
}

function Way({ to, rel }: { to: Neighbour; rel: 'prev' | 'next' }) {
  return (
    <a href={to.path} rel={rel}>
      <span>{to.label}</span>
      <strong>{to.title}</strong>
    </a>
  );
}

const Around = styled(SectionBackground)`
  padding-block-start: ${({ theme }) => theme.space.l};
`;

/** Limits the width of the text. The featured picture is outside of it and may be wider. */
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
  /* The text is centered in its container. Wider blocks need its offset (block-styles/alignment.ts). */
  && {
    --text: 46rem;
    --offset: calc((var(--container) - min(var(--text), var(--container))) / 2);
  }
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

/** A blog post, with links to its categories, its tags and the adjacent posts, and its comments. */
export default function PostView({
  topics,
  newer,
  older,
  post,
  trail,
  comments,
  before,
  after,
}: PropsOf<typeof block>) {
  const { site } = useSiteSettings();
  const { categories, date, modified, author, minutes } = post;
  const day = formatLongDate(date, site.timeZone);
  const lastDay = formatLongDate(modified, site.timeZone);
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
              {withoutUncategorized(categories).map(({ slug, name, path }) => (
                <span key={slug}>
                  {' · '}
                  <a href={path}>{name}</a>
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
              {post.tags.map(({ slug, name, path }) => (
                <a key={slug} href={path}>
                  {name}
                </a>
              ))}
            </Topics>
          )}
          <Neighbours
            before={before && { ...before, label: older }}
            after={after && { ...after, label: newer }}
          />
          {comments && <PostComments comments={comments} path={post.path} />}
        </Column>
      </Container>
    </Around>
  );
}
