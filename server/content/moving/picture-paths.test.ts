import { expect, test } from 'vitest';
import { mapTexts, pathsInTexts, withPictureUrls } from './picture-paths.ts';

const urls = new Map([
  ['/pictures/7-porch.jpg', 'https://cms.example.com/wp-content/uploads/lintel-7-porch.jpg'],
]);
const url = urls.get('/pictures/7-porch.jpg');

test.each([
  ['<img src="/pictures/7-porch.jpg" alt="">', `<img src="${url}" alt="">`],
  ["<a href='/pictures/7-porch.jpg?big#a'>A</a>", `<a href='${url}?big#a'>A</a>`],
  ['srcset="/a.jpg 1x, /pictures/7-porch.jpg 2x"', `srcset="/a.jpg 1x, ${url} 2x"`],
  ['url(&quot;/pictures/7-porch.jpg&quot;)', `url(&quot;${url}&quot;)`],
  ['/pictures/7-porch.jpg', url],
  ['See /pictures/7-porch.jpg.', `See ${url}.`],
])('the path of a picture in %s becomes its URL', (text, expected) => {
  expect(withPictureUrls(text, urls)).toBe(expected);
});

test.each([
  '<img src="https://cdn.example.com/pictures/7-porch.jpg">',
  '<img src="//cdn.example.com:8080/pictures/7-porch.jpg">',
  '<img src="/old/pictures/7-porch.jpg">',
  '<img src="/pictures/7-porch.jpg.webp">',
  '<img src="/pictures/7-porch.jpg-2">',
])('another address is unchanged: %s', (text) => {
  expect(withPictureUrls(text, urls)).toBe(text);
});

test('texts are found and replaced in rows and groups; other values stay', () => {
  const value = { rows: [{ text: '<img src="/a/b.png">', on: true }], box: { link: { url: '/c' } }, id: 7 };
  expect([...pathsInTexts(value)]).toEqual(['/a/b.png', '/c']);
  expect(mapTexts(value, (text) => text.toUpperCase())).toEqual({
    rows: [{ text: '<IMG SRC="/A/B.PNG">', on: true }],
    box: { link: { url: '/C' } },
    id: 7,
  });
});
