import styled from 'styled-components';

/** A wide modal dialog of the page builder, with a header. */
export const DialogBox = styled.dialog`
  && {
    margin: auto;
  }
  width: min(52rem, calc(100vw - 1rem));
  max-width: none;
  max-height: calc(100dvh - 1rem);
  padding: clamp(1rem, 4vw, 1.75rem);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  &::backdrop {
    background: rgb(10 18 16 / 0.6);
  }
  header {
    display: flex;
    gap: 1rem;
    align-items: center;
    justify-content: space-between;
  }
  h2 {
    font-size: ${({ theme }) => theme.type.h4};
    overflow-wrap: anywhere;
  }
  > * + * {
    margin-block-start: 1rem;
  }
`;
