import styled from 'styled-components';

const Prose = styled.div`
  > * + * {
    margin-block-start: 1em;
  }
  h2,
  h3,
  h4 {
    margin-block-start: 1.6em;
    font-size: ${({ theme }) => theme.type.h4};
  }
  h2 {
    font-size: ${({ theme }) => theme.type.h3};
  }
  > :first-child {
    margin-block-start: 0;
  }
  ul,
  ol {
    padding-inline-start: 1.4em;
  }
  li + li {
    margin-block-start: 0.4em;
  }
  li::marker {
    color: ${({ theme }) => theme.color.accent};
  }
  blockquote {
    padding-inline-start: 1.25rem;
    border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.15em;
  }
  figcaption {
    margin-block-start: 0.5rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0.6rem 0.75rem;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
    text-align: start;
  }
  img {
    border-radius: ${({ theme }) => theme.radius.m};
  }
`;

/**
 * Formatted text. The server has sanitised the HTML; nothing else may be passed in here. It goes into the page as
 * it is: what the server wrote stays untouched, and no parser is on the way of a reading visitor.
 */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <Prose className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
