import { Response } from 'undici';
import { describe, expect, it } from 'vitest';
import { playerOf, posterOrigins } from '../../src/contracts/embed-players.ts';
import { fetchMedia } from './fetch-media.ts';
import { createPictureUrlResolver } from './picture-url-resolver.ts';

const lookup = playerOf('https://vimeo.com/76979871')?.poster?.src ?? '';
const source = createPictureUrlResolver({ wordpress: null, homes: () => [], origins: posterOrigins });

/** Fetches the picture of a video while Vimeo gives this answer. */
function fetchPoster(answer: string): Promise<Buffer> {
  return fetchMedia(lookup, {
    source,
    fetch: async (url) => new Response(url.hostname === 'vimeo.com' ? answer : `picture ${url.pathname}`),
  });
}

describe('the picture of a video at Vimeo', () => {
  it('is the one that Vimeo names', async () => {
    const answer = JSON.stringify({
      thumbnail_url: 'https://i.vimeocdn.com/video/452001751_960',
      title: 'A',
    });
    expect((await fetchPoster(answer)).toString()).toBe('picture /video/452001751_960');
  });

  it.each([
    ['another host', JSON.stringify({ thumbnail_url: 'https://evil.example/x.jpg' }), /not an origin/],
    ['an address of this network', JSON.stringify({ thumbnail_url: 'http://127.0.0.1/x' }), /not an origin/],
    ['no picture', '{}', /names no picture/],
    ['no address', JSON.stringify({ thumbnail_url: 7 }), /names no picture/],
    ['the same answer for ever', JSON.stringify({ thumbnail_url: lookup }), /more than 3/],
    ['HTML', '<!doctype html>', /JSON/],
  ])('is refused if Vimeo names %s', async (_, answer, message) => {
    await expect(fetchPoster(answer)).rejects.toThrow(message);
  });
});
