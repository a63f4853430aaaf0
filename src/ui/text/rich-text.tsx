import { useEffect, useMemo, useState } from 'react';
import styled, { css } from 'styled-components';
import { loadRichTextParser, useRichTextParser } from './rich-text-parser.ts';
import { useWasServerRendered } from '../form/use-was-server-rendered.ts';

/** Styles for plain HTML: headings, lists, quotes, tables, figures, code and rules. */
const prose = css`
  /* A table with long words scrolls, so that it does not widen the page. */
  &:has(table) {
    width: 100%;
    overflow-x: auto;
    contain: inline-size;
  }
  > * + * {
    margin-block-start: 1em;
  }
  h2,
  h3,
  h4,
  h5,
  h6 {
    margin-block-start: 1.6em;
    font-size: ${({ theme }) => theme.type.h4};
  }
  h2 {
    font-size: ${({ theme }) => theme.type.h3};
  }
  h5,
  h6 {
    margin-block-end: 0;
    font-family: ${({ theme }) => theme.font.body};
    font-size: 1em;
    font-weight: 680;
    letter-spacing: 0;
  }
  > :first-child {
    margin-block-start: 0;
  }
  ul,
  ol {
    padding-inline-start: 1.4em;
  }
  li + li,
  li > ul,
  li > ol {
    margin-block-start: 0.4em;
  }
  li::marker {
    color: ${({ theme }) => theme.color.accent};
  }
  dt {
    font-weight: 650;
  }
  dd + dt {
    margin-block-start: 0.75em;
  }
  blockquote {
    padding-inline-start: 1.25rem;
    border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.15em;
  }
  blockquote > * + * {
    margin-block-start: 0.6em;
  }
  cite {
    display: block;
    font-family: ${({ theme }) => theme.font.body};
    font-size: ${({ theme }) => theme.type.small};
    font-style: normal;
    color: ${({ theme }) => theme.color.inkSoft};
  }
  figcaption {
    margin-block-start: 0.5rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  caption {
    padding-block-end: 0.5rem;
    font-weight: 650;
    text-align: start;
  }
  th,
  td {
    padding: 0.6rem 0.75rem;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
    text-align: start;
    vertical-align: top;
  }
  thead th {
    border-block-end: 2px solid ${({ theme }) => theme.color.ink};
  }
  img,
  video {
    max-width: 100%;
    border-radius: ${({ theme }) => theme.radius.m};
  }
  video {
    height: auto;
  }
  audio {
    width: 100%;
  }
  a > svg {
    display: inline;
    margin-inline-start: 0.2em;
    vertical-align: -0.1em;
  }
  a:has(> img) > svg {
    display: none;
  }
  :not(pre) > code,
  kbd {
    padding: 0.1em 0.35em;
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.sand};
  }
  pre {
    overflow-x: auto;
    padding: 1rem 1.25rem;
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ theme }) => theme.radius.m};
    background: ${({ theme }) => theme.color.sand};
    line-height: 1.5;
  }
  hr {
    width: 6rem;
    margin: 2.5em auto;
    border: 0;
    border-block-start: 4px solid ${({ theme }) => theme.color.accent};
  }
  mark {
    padding-inline: 0.15em;
    background: ${({ theme }) => theme.color.sand};
    color: inherit;
  }
`;

const Prose = styled.div`
  ${prose}
`;

/**
 * Renders formatted text, which the server must have sanitized. During hydration, it keeps the server's elements, so
 * that the first page needs no parser in the browser.
 */
export function RichText({ html, className }: { html: string; className?: string }) {
  const wasServerRendered = useWasServerRendered();
  const [written] = useState(wasServerRendered ? html : null);
  const parser = useRichTextParser();
  const parses = html !== written;
  useEffect(() => {
    // If the parser fails to load, the HTML stays as it is.
    if (parses && !parser) loadRichTextParser().catch(() => {});
  }, [parses, parser]);
  const elements = useMemo(() => (parses && parser ? parser(html) : null), [parses, parser, html]);
  if (elements !== null) return <Prose className={className}>{elements}</Prose>;
  return <Prose className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
