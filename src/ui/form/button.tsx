import styled, { css } from 'styled-components';

/** The look of a button: filled, outlined, or an underlined text. */
export type ButtonLook = 'solid' | 'outline' | 'quiet';

const looks = {
  solid: css`
    background: ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.onAccent};
    border-color: transparent;
    &:hover {
      background: ${({ theme }) => theme.color.accentStrong};
      color: ${({ theme }) => theme.color.onAccent};
    }
  `,
  outline: css`
    background: transparent;
    color: ${({ theme }) => theme.color.ink};
    border-color: currentColor;
    &:hover {
      background: ${({ theme }) => theme.color.ink};
      color: ${({ theme }) => theme.color.paper};
    }
  `,
  quiet: css`
    background: transparent;
    border-color: transparent;
    padding-inline: 0.25rem;
    color: ${({ theme }) => theme.color.accent};
    text-decoration: underline;
  `,
};

/**
 * Returns the look; `solid` by default. Accepts any props, so that elements without `$look` can use the button styles.
 */
function lookOf(props: { $look?: unknown }): ButtonLook {
  return props.$look === 'outline' || props.$look === 'quiet' ? props.$look : 'solid';
}

/**
 * Styles for buttons and for links that look like buttons. By default, they are at least 48 px high, so that they are
 * easy to tap.
 */
export const buttonStyles = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.6rem;
  min-height: 3rem;
  padding: 0.7rem 1.5rem;
  border: 2px solid transparent;
  border-radius: ${({ theme }) => theme.radius.s};
  font-family: ${({ theme }) => theme.font.body};
  font-size: 1.0625rem;
  font-weight: 620;
  line-height: 1.2;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition:
    background-color 0.16s,
    color 0.16s;
  ${(props: object) => looks[lookOf(props)]}
  &:disabled {
    opacity: 0.6;
    cursor: progress;
  }
  @media (forced-colors: active) {
    border-color: ButtonText;
  }
  @media print {
    background: none;
    border-color: currentColor;
    color: inherit;
  }
`;

/** A button that performs an action. For navigation, use `ButtonLink`. */
export const Button = styled.button<{ $look?: ButtonLook }>`
  ${buttonStyles}
`;

/** Buttons side by side, which wrap if there is no room. */
export const ButtonRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.875rem;
`;
