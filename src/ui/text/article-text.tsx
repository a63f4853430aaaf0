import styled from 'styled-components';
import { wordPressBlockStyles } from './block-styles/wordpress-block-styles.ts';
import { RichText } from './rich-text.tsx';

const Text = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
  > * + figure,
  > * + blockquote,
  > figure + *,
  > blockquote + *,
  > * + pre,
  > pre + * {
    margin-block-start: 1.8em;
  }
  /* Clear floated pictures at the end of the text. */
  &::after {
    content: '';
    display: block;
    clear: both;
  }
`;

const BlockText = styled(Text)`
  ${wordPressBlockStyles}
`;

/**
 * Matches the start of a class that `wordPressBlockStyles` covers. Plain text, tables and pictures need none of these
 * styles.
 */
const BLOCK_CLASS =
  /\bclass="(?:[^"]* )?(?:is-|has-|are-|align|gallery|columns-|wp-(?!element-|image-|block-(?:code|heading|image|list|list-item|paragraph|quote|table)[" ]))/;

/** The text of a whole page or post, which may contain any block of the WordPress editor. */
export function ArticleText({ html, className }: { html: string; className?: string | undefined }) {
  const Body = BLOCK_CLASS.test(html) ? BlockText : Text;
  return <Body html={html} {...(className === undefined ? {} : { className })} />;
}
