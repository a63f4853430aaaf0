import styled from 'styled-components';
import {
  COMMENT_PAGE_PARAMETER,
  commentPagePath,
  REPLY_TO_PARAMETER,
  type PostComment,
  type CommentsPage,
} from '../../contracts/comments.ts';
import { formatLongDate } from '../../contracts/post-listing.ts';
import { useSiteSettings } from '../../content/site-settings-context.ts';
import { CommentForm } from './comment-form.tsx';
import { Pager } from '../layout/pager.tsx';

const Around = styled.section`
  margin-block-start: ${({ theme }) => theme.space.xl};
  padding-block-start: ${({ theme }) => theme.space.l};
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  h2 {
    font-size: ${({ theme }) => theme.type.h3};
  }
`;

const List = styled.ol.attrs({ role: 'list' })`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  margin-block-start: ${({ theme }) => theme.space.l};
`;

const Replies = styled(List)`
  border-inline-start: 2px solid ${({ theme }) => theme.color.line};
  /* Doubled for specificity: lists with a role have no padding. */
  && {
    padding-inline-start: clamp(0.625rem, 3cqi, 1.75rem);
  }
`;

const Item = styled.li`
  min-width: 0;
  overflow-wrap: anywhere;
  scroll-margin-block-start: 6rem;
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  margin-block-end: 0.5rem;
  img {
    flex: none;
    width: 3rem;
    height: 3rem;
    border-radius: 50%;
    background: ${({ theme }) => theme.color.sand};
  }
  p {
    min-width: 0;
  }
  time {
    font-size: ${({ theme }) => theme.type.small};
  }
`;

/** Contains a comment's HTML as it is: `RichText` would render its links like the editor's, without their `rel`. */
const Text = styled.div`
  > * + * {
    margin-block-start: 0.75em;
  }
  blockquote {
    padding-inline-start: 1rem;
    border-inline-start: 3px solid ${({ theme }) => theme.color.line};
  }
  pre {
    overflow-x: auto;
  }
`;

const Name = styled.strong`
  font-weight: 650;
`;

const Mark = styled.span`
  margin-inline-start: 0.5rem;
  padding: 0.1em 0.6em;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: 999px;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  white-space: nowrap;
`;

const Reply = styled.p`
  a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
  }
  @media print {
    display: none;
  }
`;

const Closed = styled.p`
  margin-block-start: ${({ theme }) => theme.space.l};
  color: ${({ theme }) => theme.color.inkSoft};
`;

const MARKS = { comment: null, pingback: 'Pingback', trackback: 'Trackback' } as const;

interface Props {
  comments: CommentsPage;
  path: string;
}

/** Shows one page of a post's comments, with the same anchors as in WordPress, and the comment form. */
export function CommentList({ comments, path }: Props) {
  const { total, page, pages, items, form, closed } = comments;
  return (
    <>
      {total > 0 && (
        <Around id="comments" aria-labelledby="comments-title">
          <h2 id="comments-title">
            {total === 1 ? '1 comment' : `${total.toLocaleString('en-US')} comments`}
          </h2>
          <List>
            {items.map((comment) => (
              <CommentItem key={comment.id} comment={comment} replyPath={replyPath(path, comments)} />
            ))}
          </List>
          <Pager
            page={page}
            pages={pages}
            href={(number) => commentPagePath(path, number, comments)}
            label="Pages of comments"
          />
          {closed && <Closed>Comments are closed.</Closed>}
        </Around>
      )}
      {form && <CommentForm form={form} path={path} />}
    </>
  );
}

/** Returns the URL for a reply to a comment on this page, without the comment's id at the end. */
function replyPath(path: string, { page, defaultPage }: CommentsPage): string {
  return page === defaultPage
    ? `${path}?${REPLY_TO_PARAMETER}=`
    : `${path}?${COMMENT_PAGE_PARAMETER}=${page}&${REPLY_TO_PARAMETER}=`;
}

function CommentItem({ comment, replyPath }: { comment: PostComment; replyPath: string }) {
  const { site } = useSiteSettings();
  const { id, kind, name, url, date, avatar, html, byAuthor, mayReply, replies } = comment;
  const mark = byAuthor ? 'Post author' : MARKS[kind];
  return (
    <Item id={`comment-${id}`}>
      <article>
        <Head>
          {avatar !== null && <img src={avatar} alt="" width={48} height={48} loading="lazy" />}
          <p>
            <Name>
              {url === null ? (
                name
              ) : (
                <a href={url} rel="noopener ugc nofollow">
                  {name}
                </a>
              )}
            </Name>
            {mark !== null && <Mark>{mark}</Mark>}
            <br />
            <a href={`#comment-${id}`}>
              <time dateTime={date}>{formatLongDate(date, site.timeZone)}</time>
            </a>
          </p>
        </Head>
        {html && <Text dangerouslySetInnerHTML={{ __html: html }} />}
        {mayReply && (
          <Reply>
            <a href={`${replyPath}${id}#respond`} rel="nofollow" aria-label={`Reply to ${name}`}>
              Reply
            </a>
          </Reply>
        )}
      </article>
      {replies.length > 0 && (
        <Replies>
          {replies.map((reply) => (
            <CommentItem key={reply.id} comment={reply} replyPath={replyPath} />
          ))}
        </Replies>
      )}
    </Item>
  );
}
