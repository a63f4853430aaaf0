import styled, { css } from 'styled-components';
import { longDate } from '../content/long-date.ts';
import type { PostEntry } from '../content/post-entry.ts';
import { useSettings } from '../content/settings-context.ts';
import { Picture } from './picture.tsx';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr));
  gap: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.l};
`;

/** The newest post, where it opens the list: its picture beside its words. */
const lead = css`
  grid-column: 1 / -1;
  padding-block-end: ${({ theme }) => theme.space.m};
  h2 {
    font-size: ${({ theme }) => theme.type.h2};
  }
  @container (min-width: 46rem) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    grid-template-rows: 1fr auto auto 1fr;
    column-gap: clamp(2rem, 5cqi, 4.5rem);
    > * {
      grid-column: 2;
    }
    > p {
      grid-row: 2;
    }
    > div {
      grid-row: 3;
    }
    > img {
      grid-area: 1 / 1 / -1 / 2;
      margin: 0;
    }
  }
`;

/** The whole card leads to the post; only its title is the link, so that it is read out once. */
const Item = styled.li<{ $lead: boolean }>`
  position: relative;
  display: grid;
  grid-template-rows: auto auto 1fr;
  align-content: start;
  gap: ${({ theme }) => theme.space.xs};
  break-inside: avoid;
  img {
    aspect-ratio: 3 / 2;
    margin-block-end: ${({ theme }) => theme.space.xs};
    border-radius: ${({ theme }) => theme.radius.m};
  }
  h2,
  h3 {
    font-size: ${({ theme }) => theme.type.h3};
  }
  a {
    color: inherit;
    text-decoration: none;
  }
  a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:hover a {
    color: ${({ theme }) => theme.color.accent};
    text-decoration: underline;
  }
  ${({ $lead }) => $lead && lead}
`;

/** When a post was written, what it is about, how long it takes. */
export const PostMeta = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

const Excerpt = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xs};
  color: ${({ theme }) => theme.color.inkSoft};
`;

interface Props {
  posts: readonly PostEntry[];
  /** Where the list stands in the page's outline. */
  level: 2 | 3;
  /** True where the list is the first thing a visitor sees. */
  eager?: boolean;
  /** Gives the first post a row of its own. */
  withLead?: boolean;
}

/** Posts side by side: picture, date, title, excerpt. */
export function PostCards({ posts, level, eager = false, withLead = false }: Props) {
  const { site } = useSettings();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <List>
      {posts.map((post, index) => (
        <Item key={post.slug} $lead={withLead && index === 0 && post.image !== null}>
          {post.image && (
            <Picture
              image={{ ...post.image, alt: '' }}
              sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
              eager={eager && index === 0}
            />
          )}
          <PostMeta>
            <time dateTime={post.date}>{longDate(post.date, site.timeZone)}</time>
            {post.categories.length > 0 && ` · ${post.categories.map(({ name }) => name).join(', ')}`}
          </PostMeta>
          <div>
            <Heading>
              <a href={post.path}>{post.title}</a>
            </Heading>
            {post.excerpt && <Excerpt>{post.excerpt}</Excerpt>}
          </div>
        </Item>
      ))}
    </List>
  );
}
