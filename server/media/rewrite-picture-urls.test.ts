import { describe, expect, it, test } from 'vitest';
import { rewritePictureUrls } from './rewrite-picture-urls.ts';
import { pictureKey, pictureAttributes } from './picture-address.ts';
import type { PictureUrlMapper } from './pictures.ts';

const ORIGIN = 'https://cms.example';
const upload = (name: string) => `${ORIGIN}/wp-content/uploads/${name}`;
const address = (name: string, width: number) => `/media/${pictureKey(upload(name))}/${width}`;
const pictures: PictureUrlMapper = {
  address: ({ url, width = 0, height = 0, modified }) =>
    url.startsWith(`${ORIGIN}/`)
      ? pictureAttributes(pictureKey(url, modified), width > 0 && height > 0 ? { width, height } : null)
      : null,
};
const own = (html: string) => rewritePictureUrls(html, pictures);

describe('a picture in a text', () => {
  it('uses the largest file, but no more pixels than a dense screen shows', () => {
    const srcset = `${upload('a-300x200.jpg')} 300w, ${upload('a-600x400.jpg')} 600w, ${upload('a.jpg')} 3000w`;
    const html = `<figure class="wp-block-image"><img src="${upload('a-600x400.jpg')}" srcset="${srcset}" sizes="600px" width="600" height="400" alt="A &amp; &quot;B&quot;" class="wp-image-7"></figure>`;
    const srcSet = [320, 480, 640, 800, 1024].map((width) => `${address('a.jpg', width)} ${width}w`);
    expect(own(html)).toBe(
      `<figure class="wp-block-image"><img src="${address('a.jpg', 1280)}" alt="A &amp; &quot;B&quot;" class="wp-image-7" ` +
        `width="600" height="400" srcset="${[...srcSet, `${address('a.jpg', 1280)} 1200w`].join(', ')}" ` +
        'sizes="auto, (min-width: 600px) 600px, 100vw" loading="lazy" decoding="async"></figure>',
    );
  });
  it('without dimensions has a single URL, because others would change its displayed size', () => {
    expect(own(`<p><img src="${upload('a.jpg')}" alt=""></p>`)).toBe(
      `<p><img src="${address('a.jpg', 1280)}" alt="" loading="lazy" decoding="async"></p>`,
    );
  });
  it('keeps the query of its URL', () => {
    expect(own(`<img src="${upload('a.jpg')}?x=1&amp;y=2" alt="">`)).toContain(
      `src="${address('a.jpg?x=1&y=2', 1280)}"`,
    );
  });
  it('on our own origin keeps its URL', () => {
    expect(own('<img src="/scenes/market.svg" alt="" width="4" height="3">')).toBe(
      '<img src="/scenes/market.svg" alt="" width="4" height="3" loading="lazy" decoding="async">',
    );
  });
  test.each(['https://elsewhere.example/a.jpg', '//elsewhere.example/a.jpg'])('at %s is left out', (src) => {
    expect(own(`<p>a<img src="${src}" alt="">b</p>`)).toBe('<p>ab</p>');
  });
});

it('has the color to show until it loads, if that is known', () => {
  const coloured = { address: () => ({ src: '/media/a/320', placeholder: '#b4472b' }) };
  expect(rewritePictureUrls(`<img src="${upload('a.jpg')}" alt="">`, coloured)).toContain(
    'data-placeholder="#b4472b"',
  );
});

describe('a link to a picture file', () => {
  it('leads to the largest size on our own origin', () => {
    expect(own(`<p><a href="${upload('a.JPG')}" rel="noopener">a</a></p>`)).toBe(
      `<p><a href="${address('a.JPG', 2400)}" rel="noopener">a</a></p>`,
    );
  });
  test.each([upload('a.pdf'), 'https://elsewhere.example/a.jpg', '/brand/a.png', '#a'])(
    'stays: %s',
    (href) => {
      const html = `<a href="${href}">a</a>`;
      expect(own(html)).toBe(html);
    },
  );
});

it('has the focal point of the media library, and a replaced file has a new URL in every size', () => {
  const media = {
    get: (id: number) =>
      id === 7 ? { url: upload('a-scaled.jpg'), modified: '2026', focus: { x: 0.3, y: 0.4 } } : undefined,
  };
  const keyOf = (name: string) => pictureKey(upload(name), '2026');
  const html = rewritePictureUrls(
    `<a href="${upload('a.jpg')}"><img class="alignleft wp-image-7" src="${upload('a-300x200.jpg')}" alt=""></a>` +
      `<img class="wp-image-8" src="${upload('b.jpg')}" alt="">`,
    pictures,
    media,
  );
  expect(html).toContain(`href="/media/${keyOf('a.jpg')}/2400"`);
  expect(html).toContain(`src="/media/${keyOf('a-300x200.jpg')}/1280"`);
  expect(html.match(/data-focus="[^"]*"/g)).toEqual(['data-focus="30% 40%"']);
  expect(html).toContain(`src="${address('b.jpg', 1280)}"`);
});

it('gives the poster of a video a URL on our own origin, or removes it', () => {
  expect(own(`<video controls="" poster="${upload('a.jpg')}"></video>`)).toBe(
    `<video controls="" poster="${address('a.jpg', 1280)}"></video>`,
  );
  expect(own('<video poster="https://elsewhere.example/a.jpg" controls=""></video>')).toBe(
    '<video controls=""></video>',
  );
});

test.each([
  '<p>no picture</p>',
  '<a title="<img src=&quot;x&quot; onerror=&quot;y&quot;>" href="/">a</a><img src="/a.svg" alt="" loading="lazy" decoding="async">',
  // Matching must not start inside an attribute value, whose quotes would make the rest look like a tag.
  '<a title="<img src=" class=" x=" href="/"></a><i title=" y=">a "</i><img src="/a.svg" alt="" loading="lazy" decoding="async">',
])('leaves everything else unchanged: %s', (html) => expect(own(html)).toBe(html));
