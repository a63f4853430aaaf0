import { render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { htmlToElements } from './html-to-elements.tsx';
import { theme } from '../theme/theme.ts';

const show = (html: string) =>
  render(<ThemeProvider theme={theme}>{htmlToElements(html)}</ThemeProvider>).container;

it('converts links to the application’s own links, with their content', () => {
  const container = show(
    '<p><a href="/buy" class="wp-block-button__link" title="t">Buy <em>now</em></a> ' +
      '<a href="https://example.com/" target="_blank">there</a> <a>nowhere</a></p>',
  );
  const [own, other, none] = container.querySelectorAll('a');
  expect(own?.outerHTML).toBe('<a class="wp-block-button__link" title="t" href="/buy">Buy <em>now</em></a>');
  expect(other?.textContent).toBe('there (opens in a new tab)');
  expect(other?.getAttribute('rel')).toBe('noopener');
  expect(none?.hasAttribute('href')).toBe(false);
});

it('converts pictures of known size to the picture component, and loads all pictures lazily', () => {
  show(
    '<img src="/media/1" srcset="/media/1?w=300 300w" sizes="auto, 50vw" alt="One" width="600" height="400" class="alignleft" data-placeholder="#b4472b" data-focus="30% 40%">' +
      '<img src="/media/2" alt="Two">',
  );
  const one = screen.getByAltText('One');
  expect(one.getAttribute('srcset')).toBe('/media/1?w=300 300w');
  expect(one.getAttribute('sizes')).toBe('auto, 50vw');
  expect(getComputedStyle(one).background).toBe('rgb(180, 71, 43)');
  expect(getComputedStyle(one).objectPosition).toBe('30% 40%');
  expect(one.classList.contains('alignleft')).toBe(true);
  expect(getComputedStyle(one).maxWidth).toBe('min(100%, 600px)');
  for (const picture of screen.getAllByRole('img')) expect(picture.getAttribute('loading')).toBe('lazy');
});

it('lets wide tables scroll, by keyboard too, and removes whitespace that tables must not contain', () => {
  show(
    '<figure class="wp-block-table"><table>\n<tbody>\n<tr>\n<td colspan="2">x</td></tr></tbody></table></figure>',
  );
  const scroller = screen.getByRole('group', { name: 'Table' });
  expect(scroller.tabIndex).toBe(0);
  expect(scroller.innerHTML).toBe('<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>');
});

it('keeps all other sanitized HTML unchanged', () => {
  const html =
    '<h2 id="user-content-a">A &amp; b</h2>\n<ol start="3" reversed=""><li>x</li></ol><pre><code>a\n&lt;b&gt;</code></pre>' +
    '<details open=""><summary>s</summary>t</details><p lang="de" dir="ltr">u<br>v<time datetime="2026-01-01">w</time></p>';
  expect(show(html).innerHTML).toBe(html);
});
