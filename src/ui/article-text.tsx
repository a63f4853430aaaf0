import styled from 'styled-components';
import { proseBlocks } from './prose-blocks.ts';
import { RichText } from './rich-text.tsx';

/** The text of a whole page or post, with every block of WordPress's editor in it. */
export const ArticleText = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
  ${proseBlocks}
  /* Floated pictures end with the text. */
  &::after {
    content: '';
    display: block;
    clear: both;
  }
`;
