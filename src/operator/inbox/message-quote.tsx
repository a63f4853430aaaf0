import styled from 'styled-components';

/** What the visitor wrote. */
export const MessageQuote = styled.blockquote`
  margin-block-end: 0;
  margin-inline: 0;
  padding: 0.75rem 1rem;
  border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
  background: ${({ theme }) => theme.color.sand};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
