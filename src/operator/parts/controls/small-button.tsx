import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { buttonStyles, type ButtonLook } from '../../../ui/form/button.tsx';

const small = css`
  ${buttonStyles}
  min-height: 2.75rem;
  padding: 0.45rem 1rem;
  font-size: ${({ theme }) => theme.type.small};
`;

const Look = styled.button<{ $look?: ButtonLook }>`
  ${small}
  &[aria-disabled='true'] {
    opacity: 0.6;
    cursor: progress;
  }
  &[aria-disabled='true']:not([aria-busy='true']) {
    cursor: not-allowed;
  }
  ${({ $look, theme }) =>
    $look === 'outline' &&
    css`
      &[aria-disabled='true']:hover {
        background: transparent;
        color: ${theme.color.ink};
      }
    `}
`;

/**
 * A compact button, at least 44 px high, for tables, toolbars and panels. While disabled, it ignores clicks but keeps
 * the focus. The attribute `disabled` would remove the focus, so keyboard users would lose their position on every
 * action that waits for the server.
 */
export function SmallButton({
  disabled = false,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<typeof Look>) {
  return (
    <Look {...rest} type={type} aria-disabled={disabled || undefined} onClick={disabled ? refuse : onClick} />
  );
}

/** The click handler of a disabled button. It prevents the form from being submitted. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** A link to another screen that looks like a small button. */
export const SmallButtonLink = styled(Link)<{ $look?: ButtonLook }>`
  ${small}
`;

/**
 * A plain link that looks like a small button, for URLs outside of the router, and for screens that must open in a new
 * document or tab.
 */
export const SmallButtonAnchor = styled.a<{ $look?: ButtonLook }>`
  ${small}
`;

/** A plain link that looks like a button, for URLs that the server handles instead of the router. */
export const ButtonAnchor = styled.a<{ $look?: ButtonLook }>`
  ${buttonStyles}
`;
