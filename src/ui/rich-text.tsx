import styled from 'styled-components';
import { prose } from './prose.ts';

const Prose = styled.div`
  ${prose}
`;

/**
 * Formatted text. The server has sanitised the HTML; nothing else may be passed in here. It goes into the page as
 * it is: what the server wrote stays untouched, and no parser is on the way of a reading visitor.
 */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <Prose className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
