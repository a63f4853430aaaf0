import styled from 'styled-components';
import type { BodyBlockPropsOf } from '../../src/builder/body-block.ts';
import {
  MAX_PAGE_PASSWORD_CHARACTERS,
  PAGE_PASSWORD_PATH,
  pagePasswordInputId,
  pagePasswordFields,
} from '../../src/contracts/page-password.ts';
import { Button } from '../../src/ui/form/button.tsx';
import type block from './block.ts';

const Form = styled.form`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  max-width: 30rem;
  label {
    display: grid;
    gap: 0.35rem;
    font-weight: 620;
    line-height: 1.35;
  }
  input {
    width: 100%;
    min-width: 0;
    min-height: 3rem;
    /* After a wrong password, the URL's fragment scrolls to the input. The margin keeps its label visible. */
    scroll-margin-block-start: 3rem;
    padding: 0.6rem 0.875rem;
    border: 2px solid ${({ theme }) => theme.color.inkSoft};
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.paper};
    font-size: 1.125rem;
    font-weight: 400;
  }
  input[aria-invalid='true'] {
    border-color: ${({ theme }) => theme.color.accentStrong};
    border-inline-start-width: 6px;
  }
  @media print {
    display: none;
  }
`;

const Wrong = styled.p`
  && {
    margin: 0;
    color: ${({ theme }) => theme.color.accentStrong};
    font-weight: 620;
  }
`;

/** The form for the password of a page. The browser posts it, so it needs no script. */
export default function PasswordView({ entry, isWrong }: BodyBlockPropsOf<typeof block>) {
  // After a wrong password, the server redirects to a URL with this id as its fragment. The browser then focuses the
  // input.
  const id = pagePasswordInputId(entry);
  return (
    <Form method="post" action={PAGE_PASSWORD_PATH}>
      <p>This content is password protected. To view it please enter your password below.</p>
      <input type="hidden" name={pagePasswordFields.entry} value={entry} />
      <label htmlFor={id}>
        Password
        <input
          id={id}
          type="password"
          name={pagePasswordFields.password}
          required
          maxLength={MAX_PAGE_PASSWORD_CHARACTERS}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
        />
      </label>
      {isWrong && (
        <Wrong id={`${id}-wrong`} role="alert">
          That password is not right. Please try again.
        </Wrong>
      )}
      <div>
        <Button type="submit">Enter</Button>
      </div>
    </Form>
  );
}
