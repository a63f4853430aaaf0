import styled from 'styled-components';
import {
  commentInputs,
  COMMENTS_PATH,
  MAX_COMMENT_CHARACTERS,
  MAX_COMMENT_EMAIL_CHARACTERS,
  MAX_COMMENT_NAME_CHARACTERS,
  type CommentFormData as FormData,
} from '../../contracts/comments.ts';
import { Button } from '../form/button.tsx';

const Around = styled.section`
  margin-block-start: ${({ theme }) => theme.space.xl};
  scroll-margin-block-start: 6rem;
  h2 {
    font-size: ${({ theme }) => theme.type.h3};
  }
  @media print {
    display: none;
  }
`;

const Fields = styled.form`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  margin-block-start: ${({ theme }) => theme.space.m};
`;

const Pair = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  @container (min-width: 40rem) {
    grid-template-columns: 1fr 1fr;
  }
`;

const Label = styled.label`
  display: grid;
  gap: 0.35rem;
  min-width: 0;
  font-weight: 620;
  line-height: 1.35;
  /* Does not reuse controlStyles: sharing it would make the lead forms load it as a separate file. */
  input,
  textarea {
    width: 100%;
    min-width: 0;
    min-height: 3rem;
    padding: 0.6rem 0.875rem;
    border: 2px solid ${({ theme }) => theme.color.inkSoft};
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.paper};
    font-size: 1.125rem;
    font-weight: 400;
  }
  textarea {
    min-height: 8rem;
    resize: vertical;
  }
`;

const Note = styled.p`
  margin-block-start: 0.5rem;
  color: ${({ theme }) => theme.color.inkSoft};
`;

/**
 * Contains the honeypot: an input for bots only. It is off the screen, because bots skip inputs with `display: none`.
 */
const Away = styled.div`
  position: absolute;
  inset-inline-start: -9999px;
  width: 1px;
  height: 1px;
  overflow: hidden;
`;

const Posted = styled.p`
  margin-block-start: ${({ theme }) => theme.space.m};
  padding: 1rem 1.25rem;
  border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
  background: ${({ theme }) => theme.color.sand};
`;

interface Props {
  form: FormData;
  /** The path of the post. */
  path: string;
}

/** The form for a comment. The browser checks and posts it, so it needs no script. */
export function CommentForm({ form: { post, needsName, replyTo, isPosted }, path }: Props) {
  return (
    <Around id="respond" aria-labelledby="respond-title">
      <h2 id="respond-title">{replyTo ? `Reply to ${replyTo.name}` : 'Leave a comment'}</h2>
      {replyTo && (
        <p>
          <a href={`${path}#respond`}>Cancel the reply</a>
        </p>
      )}
      {isPosted && (
        <Posted role="status">Thank you. Your comment waits for approval, then it appears here.</Posted>
      )}
      <Note>Your e-mail address is not published.</Note>
      <Fields method="post" action={COMMENTS_PATH}>
        <input type="hidden" name={commentInputs.post} value={post} />
        {replyTo && <input type="hidden" name={commentInputs.parent} value={replyTo.id} />}
        <Label>
          Comment
          <textarea name={commentInputs.body} required maxLength={MAX_COMMENT_CHARACTERS} />
        </Label>
        <Pair>
          <Label>
            {needsName ? 'Name' : 'Name (optional)'}
            <input
              name={commentInputs.name}
              autoComplete="name"
              required={needsName}
              maxLength={MAX_COMMENT_NAME_CHARACTERS}
            />
          </Label>
          <Label>
            {needsName ? 'E-mail' : 'E-mail (optional)'}
            <input
              name={commentInputs.email}
              type="email"
              autoComplete="email"
              required={needsName}
              maxLength={MAX_COMMENT_EMAIL_CHARACTERS}
            />
          </Label>
        </Pair>
        <Away aria-hidden="true">
          <label htmlFor="respond-website">Leave this empty</label>
          <input
            id="respond-website"
            type="text"
            name={commentInputs.honeypot}
            tabIndex={-1}
            autoComplete="off"
          />
        </Away>
        <div>
          <Button type="submit">Post the comment</Button>
        </div>
      </Fields>
    </Around>
  );
}
