import { expect, it } from 'vitest';
import { elementShowing } from './shown-html.ts';

function shown(html: string): Element {
  const section = document.createElement('section');
  section.innerHTML = html;
  return section;
}
const clicked = (section: Element) => section.querySelector('b, strong, p') ?? section;

it('finds the element around the clicked one that shows the stored HTML', () => {
  const section = shown(
    '<h2>Title</h2><div class="prose"><p>Three <strong>rooms</strong>.</p><p>More.</p></div>',
  );
  const html = '<p>Three <strong>rooms</strong>.</p>\n<p>More.</p>';
  expect(elementShowing(html, clicked(section), section)?.className).toBe('prose');
});

it('ignores attributes, and what views add to links', () => {
  const section = shown(
    '<div><p>Ask <a href="https://a.test" rel="noopener" target="_blank">us<svg></svg><span> (opens in a new tab)</span></a></p></div>',
  );
  expect(
    elementShowing('<p>Ask <a href="https://a.test">us</a></p>', clicked(section), section),
  ).not.toBeNull();
});

it('accepts a paragraph that is stored without its tags', () => {
  const section = shown('<div><p>Two places &amp; a garage.</p></div>');
  expect(elementShowing('Two places &amp; a garage.', clicked(section), section)?.localName).toBe('p');
});

it('finds nothing if the shown text is another one, or has other elements', () => {
  const section = shown('<div><p>Call (515) 555-0142.</p></div>');
  expect(elementShowing('<p>Call {phone}.</p>', clicked(section), section)).toBeNull();
  expect(elementShowing('<h3>Call (515) 555-0142.</h3>', clicked(section), section)).toBeNull();
  expect(elementShowing('', clicked(section), section)).toBeNull();
});
