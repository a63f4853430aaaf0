import { describe, expect, it } from 'vitest';
import { replaceFrames } from './embed-facades.ts';
import { parseHtml, serializeHtml } from './html-document.ts';

function withEmbedFacades(html: string): string {
  const fragment = parseHtml(html);
  replaceFrames(fragment);
  return serializeHtml(fragment);
}

const embed = (inside: string) =>
  `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${inside}</div><figcaption>A walk</figcaption></figure>`;

describe('an embed', () => {
  it('of a video becomes a link to its page, with its title and caption', () => {
    const html = withEmbedFacades(
      embed(
        '<iframe title="House tour" src="https://www.youtube.com/embed/abc_1-D?feature=oembed"></iframe>',
      ),
    );
    expect(html).toContain('href="https://www.youtube.com/watch?v=abc_1-D"');
    expect(html).toContain('Watch “House tour” on YouTube');
    expect(html).toContain('<figcaption>A walk</figcaption>');
    expect(html).not.toContain('iframe');
  });

  it.each([
    [
      'https://www.youtube.com/embed/videoseries?list=PLx65qkgCWNJIgVrndMrhsedTz1XJcHrXh',
      'https://www.youtube.com/playlist?list=PLx65qkgCWNJIgVrndMrhsedTz1XJcHrXh',
    ],
    [
      'https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig',
      'https://www.youtube.com/channel/UC4R8DWoMoI7CAwX8_LjQHig/live',
    ],
    ['https://player.vimeo.com/video/22439234?h=0a1b2c3d4e', 'https://vimeo.com/22439234/0a1b2c3d4e'],
    ['https://youtu.be/aqz-KE-bpKQ?t=90', 'https://youtu.be/aqz-KE-bpKQ?t=90'],
  ])('of %s links to the page with the same content', (src, page) => {
    expect(withEmbedFacades(`<iframe src="${src}"></iframe>`)).toContain(`href="${page}"`);
  });

  it('that WordPress could not fetch becomes a link too', () => {
    expect(withEmbedFacades(embed('\nhttps://vimeo.com/1234\n'))).toContain('href="https://vimeo.com/1234"');
    expect(withEmbedFacades(embed('plain words'))).toContain('plain words');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '', 'about:blank'])('of "%s" is left out', (src) => {
    expect(withEmbedFacades(`<p>a</p><iframe src="${src}"></iframe>`)).toBe('<p>a</p>');
  });

  it('is replaced without touching other HTML', () => {
    const html = '<p>No frame <b>here</b><br>at all</p>';
    expect(withEmbedFacades(html)).toBe(html);
  });
});
