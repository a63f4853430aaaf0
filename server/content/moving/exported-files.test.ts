import { expect, test } from 'vitest';
import { localPictures } from './exported-files.ts';

const homes = ['https://cms.example.com'];
const paths = new Map([
  ['https://cms.example.com/wp-content/uploads/2026/porch.jpg', '/pictures/7-porch.jpg'],
]);
const local = (text: string) => localPictures(text, paths, homes);

test('a picture in a text is replaced by the exported file, whichever size the editor inserted', () => {
  const uploads = 'https://cms.example.com/wp-content/uploads/2026/porch';
  expect(
    local(
      `<p>A</p><img class="wp-image-7" src="${uploads}-1024x683.jpg" srcset="${uploads}-300x200.jpg 300w, ${uploads}-scaled.jpg 2560w" sizes="100vw" alt="">`,
    ),
  ).toBe('<p>A</p><img class="wp-image-7" src="/pictures/7-porch.jpg" alt="">');
  expect(local(`<a href="${uploads}.jpg">Porch</a>`)).toBe('<a href="/pictures/7-porch.jpg">Porch</a>');
  expect(local('<img src="/wp-content/uploads/2026/porch-150x150.jpg">')).toBe(
    '<img src="/pictures/7-porch.jpg">',
  );
});

test('other pictures are unchanged, and keep their sizes', () => {
  const text = '<img src="https://cdn.example.com/a.jpg" srcset="https://cdn.example.com/a-2.jpg 2x">';
  expect(local(text)).toBe(text);
});
