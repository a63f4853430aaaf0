import { describe, expect, test } from 'vitest';
import { sanitiseHtml } from './sanitise-html.ts';
import { createLinkResolver } from '../paths/site-links.ts';

const links = createLinkResolver(['https://cms.example']);
const clean = (html: string) => sanitiseHtml(html, links);

describe('what editors need', () => {
  test('formatted text, lists, tables and pictures stay', () => {
    const html =
      '<h2>Title</h2><p>A <strong>b</strong> <em>c</em></p><ul><li>d</li></ul>' +
      '<table><tbody><tr><th scope="row">e</th><td>f</td></tr></tbody></table>' +
      '<figure class="wp-block-image"><img src="https://cms.example/wp-content/uploads/a.jpg" alt="g" width="3" height="2"></figure>';
    expect(clean(html)).toBe(html);
  });

  test('the numbering of a list stays', () => {
    const html = '<ol type="a" start="3" reversed=""><li value="5">x</li></ol>';
    expect(clean(html)).toBe(html);
  });

  test('the captions of a video are at this site, and those of other sites are left out', () => {
    const video = (track: string) =>
      clean(`<video src="https://cms.example/a.mp4" preload="none">${track}</video>`).replace(
        / (?:controls|preload)="\w*"/g,
        '',
      );
    const own = 'https://cms.example/wp-content/uploads/a.vtt';
    expect(video(`<track src="${own}" srclang="en" label="English" kind="captions" default>`)).toBe(
      '<video src="https://cms.example/a.mp4"><track src="/wp-content/uploads/a.vtt" srclang="en" label="English" kind="captions" default=""></video>',
    );
    for (const other of [
      'https://evil.example/a.vtt',
      'https://cms.example/a.txt',
      '',
      'javascript:alert(1)//.vtt',
    ])
      expect(video(`<track src="${other}">`)).toBe('<video src="https://cms.example/a.mp4"></video>');
  });

  test('a cover with a fixed or repeated picture has the markup of one with an ordinary picture', () => {
    const url = 'https://cms.example/wp-content/uploads/a.jpg';
    const words = '<div class="wp-block-cover__inner-container"><p>x</p></div>';
    const picture = (style: string, more = '') =>
      `<div ${more}class="wp-block-cover__image-background wp-image-7 has-parallax" style="${style}"></div>`;
    const cover = (inside: string, style = '') =>
      `<div class="wp-block-cover"${style}>${inside}${words}</div>`;
    const image = (alt = '', position = '') =>
      `<img class="wp-block-cover__image-background wp-image-7" src="${url}" alt="${alt}"${position}>`;
    expect(clean(cover(picture(`background-position:20% 80%;background-image:url(${url})`)))).toBe(
      cover(image('', ' data-style="object-position:20% 80%"')),
    );
    const named = picture(`background-image: url(&quot;${url}&quot;);`, 'role="img" aria-label="A &amp; B" ');
    expect(clean(cover(named))).toBe(cover(image('A &amp; B')));
    // Older markup, and the featured image.
    expect(clean(cover('', ` style="min-height:430px;background-image:url('${url}');"`))).toBe(
      cover(
        `<img class="wp-block-cover__image-background" src="${url}" alt="">`,
        ' data-style="min-height:min(430px, 100vh)"',
      ),
    );
    expect(clean(cover(picture('background-image:url(javascript:x)')))).toBe(cover(''));
    const group = `<div class="wp-block-group has-background" style="background-image:url('${url}')">A</div>`;
    expect(clean(group)).toBe(
      `<div class="wp-block-group wp-block-cover"><img class="wp-block-cover__image-background" src="${url}" alt="">A</div>`,
    );
    expect(clean(`<div class="mine" style="background-image:url(${url})">x</div>`)).toBe('<div>x</div>');
  });

  test('a formula is removed with its content', () => {
    expect(clean('<p>a</p><math><mi>x</mi><mo>=</mo><mn>2</mn></math>')).toBe('<p>a</p>');
  });

  test('a picture with alternative formats has only its own file', () => {
    expect(
      clean(
        '<picture><source srcset="https://cms.example/a.webp 800w" type="image/webp"><img src="/a.svg" alt="b"></picture>',
      ),
    ).toBe('<img src="/a.svg" alt="b">');
    const video = '<video controls="" preload="metadata"><source src="https://cms.example/a.mp4"></video>';
    expect(clean(video)).toBe(video);
  });

  test('only the classes of core blocks stay', () => {
    expect(
      clean('<div class="wp-block-columns is-layout-flex evil has-2-columns"><p class="mine">x</p></div>'),
    ).toBe('<div class="wp-block-columns is-layout-flex has-2-columns"><p>x</p></div>');
  });

  test('links into WordPress become routes, with their anchor', () => {
    expect(clean('<a href="https://cms.example/buy/mortgage-guide/#rates">x</a>')).toBe(
      '<a href="/buy/mortgage-guide#rates">x</a>',
    );
    expect(clean('<a href="/home/">x</a>')).toBe('<a href="/home">x</a>');
  });

  test('a page in a new tab cannot access its opener', () => {
    expect(clean('<a href="https://x.example/" target="_blank">x</a>')).toBe(
      '<a href="https://x.example/" target="_blank" rel="noopener">x</a>',
    );
  });

  test('ids stay, with the links to them', () => {
    const html =
      '<h2 id="rates">x</h2><a href="#rates">y</a><a href="#faq">z</a><a href="/buy#user-content-x">u</a>';
    expect(clean(html)).toBe(html.replace('user-content-', ''));
    expect(clean('<h2 id="rates">x</h2><a href="#user-content-rates">y</a>')).toBe(
      '<h2 id="rates">x</h2><a href="#rates">y</a>',
    );
  });

  test.each([
    'body',
    'forms',
    'getElementById',
    'submit',
    'action',
    'root',
    'content',
    'site-menu',
    'app-data',
    '_R_1_',
  ])('the id %s would do harm, so it and the links to it have a prefix', (id) => {
    expect(clean(`<h2 id="${id}">x</h2><a href="#${id}">y</a>`)).toBe(
      `<h2 id="user-content-${id}">x</h2><a href="#user-content-${id}">y</a>`,
    );
  });
});
