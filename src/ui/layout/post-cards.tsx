import styled, { css } from 'styled-components';
import type { PostEntry } from '../../contracts/content.ts';
import type { PostFormat } from '../../contracts/post-formats.ts';
import { formatLongDate, withoutUncategorized } from '../../contracts/post-listing.ts';
import { useSiteSettings } from '../../content/site-settings-context.ts';
import { Picture } from './picture.tsx';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr));
  gap: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.l};
`;

/** The layout of a featured first post, with its picture beside its text. */
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

/** Styles for WordPress's post formats. An aside and a status are instead shown without a title; see `isUntitled`. */
const formats: Partial<Record<PostFormat, ReturnType<typeof css>>> = {
  quote: css`
    padding-inline-start: 1.25rem;
    border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
    h2,
    h3 {
      font-style: italic;
    }
  `,
  link: css`
    a:not(:hover) {
      text-decoration: underline;
    }
  `,
};

/** The whole card is clickable, but only the title is a link, so screen readers announce one link per card. */
const Item = styled.li<{ $lead: boolean; $format: PostFormat | undefined }>`
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
  ${({ $format }) => $format && formats[$format]}
`;

/** The line with facts about a post, such as its date and its topics. */
export const PostMeta = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

const Excerpt = styled.p`
  margin-block-start: ${({ theme }) => theme.space.xs};
  color: ${({ theme }) => theme.color.inkSoft};
`;

const LEAD_SIZES = '(min-width: 76rem) 42rem, (min-width: 46rem) 56vw, 100vw';
const SIZES = '(min-width: 60rem) 25rem, (min-width: 40rem) 50vw, 100vw';

interface Props {
  posts: readonly PostEntry[];
  /** The heading level of the posts. */
  level: 2 | 3;
  /** True if the list is the first thing on the page, so that its first picture loads immediately. */
  eager?: boolean;
  /** Shows the first post larger, in its own row, if it has a picture. */
  withLead?: boolean;
}

/** Posts as cards with picture, date, topics, title and excerpt. For posts without a title, see `isUntitled`. */
export function PostCards({ posts, level, eager = false, withLead = false }: Props) {
  const { site } = useSiteSettings();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <List>
      {posts.map((post, index) => (
        <Item key={post.slug} $lead={withLead && index === 0 && post.image !== null} $format={post.format}>
          {post.image && (
            <Picture
              image={{ ...post.image, alt: '' }}
              sizes={withLead && index === 0 ? LEAD_SIZES : SIZES}
              eager={eager && index === 0}
            />
          )}
          <PostMeta>
            <time dateTime={post.date}>{formatLongDate(post.date, site.timeZone)}</time>
            {topicsOf(post)}
          </PostMeta>
          <div>
            {isUntitled(post) ? (
              <p>
                <a href={post.path}>{post.excerpt}</a>
              </p>
            ) : (
              <>
                <Heading>
                  <a href={post.path}>{post.title}</a>
                </Heading>
                {post.excerpt && <Excerpt>{post.excerpt}</Excerpt>}
              </>
            )}
          </div>
        </Item>
      ))}
    </List>
  );
}

function isUntitled({ format, excerpt, locked }: PostEntry): boolean {
  return (format === 'aside' || format === 'status') && excerpt !== '' && !locked;
}

function topicsOf({ categories, format }: PostEntry): string {
  const names = withoutUncategorized(categories).map(({ name }) => name);
  const kind = format ? ` · ${format.charAt(0).toUpperCase()}${format.slice(1)}` : '';
  return names.length > 0 ? `${kind} · ${names.join(', ')}` : kind;
}
