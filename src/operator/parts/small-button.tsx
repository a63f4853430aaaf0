import { Link } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { buttonLook, type ButtonLook } from '../../ui/button.tsx';

const small = css`
  ${buttonLook}
  min-height: 2.75rem;
  padding: 0.45rem 1rem;
  font-size: ${({ theme }) => theme.type.small};
  &:disabled:not([aria-busy='true']) {
    cursor: not-allowed;
  }
`;

/** A compact button, 44 px high, for tables, toolbars and panels. */
export const SmallButton = styled.button.attrs((props) => ({ type: props.type ?? 'button' }))<{
  $look?: ButtonLook;
}>`
  ${small}
  ${({ $look, theme }) =>
    $look === 'outline' &&
    css`
      &:disabled:hover {
        background: transparent;
        color: ${theme.color.ink};
      }
    `}
`;

/** A link to another screen that looks like a small button. */
export const SmallButtonLink = styled(Link)<{ $look?: ButtonLook }>`
  ${small}
`;

/** A plain link that looks like a small button, for URLs that the router does not handle. */
export const SmallButtonAnchor = styled.a<{ $look?: ButtonLook }>`
  ${small}
`;
