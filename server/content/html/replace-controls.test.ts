import { describe, expect, it } from 'vitest';
import { sanitiseSource, sanitiseWithFacts } from './sanitise-html.ts';

const source = (html: string) => ({ html, mode: 'rendered' as const, homes: ['https://cms.example'] });
const clean = (html: string) => sanitiseSource(source(html));

describe('a dropdown', () => {
  it('of archives becomes a list of links', () => {
    expect(
      clean(
        '<div class="wp-block-archives-dropdown wp-block-archives"><label for="a">Archives</label><select id="a" name="archive-dropdown"><option value="">Select Month</option><option value="https://cms.example/2024/02/"> February 2024 </option></select></div>',
      ),
    ).toBe(
      '<div class="wp-block-archives-dropdown wp-block-archives"><details><summary>Archives</summary><ul><li><a href="/2024/02">February 2024</a></li></ul></details></div>',
    );
  });

  it.each([
    ['category_name', 'cat-a', '/?category_name=cat-a'],
    ['cat', '7', '/?cat=7'],
    ['tag', 'a&b', '/?tag=a%26b'],
  ])('of terms becomes a list of links: %s', (name, value, href) => {
    const html = clean(
      `<div class="wp-block-categories-dropdown"><label>Topics</label><select name="${name}"><option value="-1">Select</option><option value="${value.replace('&', '&amp;')}">A</option></select></div>`,
    );
    expect(html).toContain(`<summary>Topics</summary><ul><li><a href="${href}">A</a></li></ul>`);
  });
});

it.each([
  '<form action="/x"><label>Name <input name="a"></label><p>Words</p><button>Send</button></form>',
  '<select><option>One</option></select>',
  '<label for="x">Label</label>',
  '<label>Label <input name="a"> <select><option>One</option></select> <textarea>Words</textarea></label>',
  '<textarea>Words</textarea>',
  '<div class="logged-out wp-block-loginout"><a href="https://cms.example/wp-login.php">Log in</a></div>',
  '<nav class="wp-block-query-pagination"><a href="?query-1-page=2">2</a></nav>',
])('what cannot work here is left out whole: %s', (html) => {
  expect(clean(`<p>a</p>${html}<p>b</p>`)).toBe('<p>a</p><p>b</p>');
});

it('links between the pages of a query stay if the plugin has written them', () => {
  const pages = (href: string) =>
    clean(
      `<p>a</p><nav class="wp-block-query-pagination is-layout-flex" aria-label="Pages"><a href="${href}" class="wp-block-query-pagination-next">Next</a><a href="?query-1-page=3">3</a></nav>`,
    );
  expect(pages('https://cms.example/news/?query-1-page=2')).toBe(
    '<p>a</p><div class="wp-block-query-pagination is-layout-flex"><a href="/news?query-1-page=2" class="wp-block-query-pagination-next">Next</a></div>',
  );
  expect(pages('/wp-json/wp/v2/pages?query-1-page=2')).toBe('<p>a</p>');
});

it('a form that is left out is named', () => {
  expect(sanitiseWithFacts(source('<form><input name="a">x</form>')).facts.changes).toContainEqual({
    kind: 'element',
    name: 'form',
  });
});

it('WordPress’s search form searches this site', () => {
  expect(
    clean(
      '<form role="search" class="search-form"><label>Find</label><input name="s"><input type="submit" value="Go"></form>',
    ),
  ).toContain('{&quot;label&quot;:&quot;Find&quot;,&quot;button&quot;:&quot;Go&quot;}');
});
