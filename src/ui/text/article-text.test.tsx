import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet, ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { ArticleText } from './article-text.tsx';
import { theme } from '../theme/theme.ts';

/** Whether a text brings the styles for blocks. */
function hasBlockStyles(html: string): boolean {
  const sheet = new ServerStyleSheet();
  const text = (
    <ThemeProvider theme={theme}>
      <ArticleText html={html} />
    </ThemeProvider>
  );
  renderToStaticMarkup(sheet.collectStyles(text));
  return sheet.getStyleTags().includes('.wp-block-cover');
}

it.each([
  '<p>Plain words, and class="wp-block-cover" as text.</p>'.replaceAll('"', '&quot;'),
  '<h2 class="wp-block-heading" id="a">A</h2><p class="wp-block-paragraph">B</p>',
  '<ul class="wp-block-list"><li>A</li></ul><blockquote class="wp-block-quote"><p>B</p></blockquote>',
  '<figure class="wp-block-table"><table><tbody><tr><td>A</td></tr></tbody></table></figure>',
  '<figure class="wp-block-image"><img class="wp-image-7" src="/a.jpg" alt=""><figcaption class="wp-element-caption">A</figcaption></figure>',
])('%s needs no styles for blocks', (html) => expect(hasBlockStyles(html)).toBe(false));

it.each([
  '<figure class="wp-block-image alignwide"><img src="/a.jpg" alt=""></figure>',
  '<p class="wp-block-paragraph has-text-align-center">A</p>',
  '<figure class="wp-block-image-slider">A</figure>',
  '<div class="wp-block-columns"><div class="wp-block-column">A</div></div>',
  '<div class="gallery gallery-columns-3">A</div>',
])('%s has them', (html) => expect(hasBlockStyles(html)).toBe(true));
