import { describe, expect, it, vi } from 'vitest';
import { isVimeoOembedUrl, playerOf, playerSources, posterOrigins } from './embed-players.ts';
import { mapSources } from './map-embed.ts';

const youtube = (query: string) => `https://www.youtube-nocookie.com/embed/${query}`;

const PLAYERS: [address: string, src: string, page?: string][] = [
  [
    'https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed',
    youtube('aqz-KE-bpKQ?autoplay=1'),
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  ],
  ['//www.youtube-nocookie.com/embed/aqz-KE-bpKQ', youtube('aqz-KE-bpKQ?autoplay=1')],
  ['https://youtu.be/aqz-KE-bpKQ?t=1m30s', youtube('aqz-KE-bpKQ?autoplay=1&start=90')],
  ['http://m.youtube.com/watch?v=aqz-KE-bpKQ&t=75', youtube('aqz-KE-bpKQ?autoplay=1&start=75')],
  ['https://youtube.com/shorts/aqz-KE-bpKQ', youtube('aqz-KE-bpKQ?autoplay=1')],
  ['https://www.youtube.com/live/aqz-KE-bpKQ', youtube('aqz-KE-bpKQ?autoplay=1')],
  [
    'https://www.youtube.com/embed/videoseries?list=PLx65qkgCWNJIgVrndMrhsedTz1XJcHrXh',
    youtube('videoseries?autoplay=1&list=PLx65qkgCWNJIgVrndMrhsedTz1XJcHrXh'),
    'https://www.youtube.com/playlist?list=PLx65qkgCWNJIgVrndMrhsedTz1XJcHrXh',
  ],
  [
    'https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig',
    youtube('live_stream?autoplay=1&channel=UC4R8DWoMoI7CAwX8_LjQHig'),
    'https://www.youtube.com/channel/UC4R8DWoMoI7CAwX8_LjQHig/live',
  ],
  [
    'https://player.vimeo.com/video/22439234?h=0a1b2c3d4e',
    'https://player.vimeo.com/video/22439234?h=0a1b2c3d4e&autoplay=1&dnt=1',
    'https://vimeo.com/22439234/0a1b2c3d4e',
  ],
  [
    'https://vimeo.com/22439234',
    'https://player.vimeo.com/video/22439234?autoplay=1&dnt=1',
    'https://vimeo.com/22439234',
  ],
  [
    'https://vimeo.com/22439234/0a1b2c3d4e',
    'https://player.vimeo.com/video/22439234?h=0a1b2c3d4e&autoplay=1&dnt=1',
  ],
  [
    'https://video.wordpress.com/embed/98c5d360?hd=1',
    'https://video.wordpress.com/embed/98c5d360?autoPlay=1',
    'https://videopress.com/v/98c5d360',
  ],
  [
    'https://open.spotify.com/album/2noRn2Aes5aoNVsU6iWThc?si=x',
    'https://open.spotify.com/embed/album/2noRn2Aes5aoNVsU6iWThc',
    'https://open.spotify.com/album/2noRn2Aes5aoNVsU6iWThc',
  ],
  [
    'https://open.spotify.com/intl-de/track/2noRn2Aes5aoNVsU6iWThc',
    'https://open.spotify.com/embed/track/2noRn2Aes5aoNVsU6iWThc',
  ],
  [
    'https://my.matterport.com/show/?m=SxQL3iGyoDo&brand=0',
    'https://my.matterport.com/show/?m=SxQL3iGyoDo&play=1',
    'https://my.matterport.com/show/?m=SxQL3iGyoDo',
  ],
  ['https://www.google.com/maps/embed?pb=!1m18', 'https://www.google.com/maps/embed?pb=!1m18'],
  [
    'http://www.openstreetmap.org/export/embed.html?bbox=1%2C2',
    'https://www.openstreetmap.org/export/embed.html?bbox=1%2C2',
  ],
];

describe('a player', () => {
  it.each(PLAYERS)('of %s', (address, src, page) => {
    const player = playerOf(address);
    expect(player?.src).toBe(src);
    if (page !== undefined) expect(player?.page).toBe(page);
    const allowed = [...playerSources, ...mapSources];
    expect(allowed.some((source) => player?.src.startsWith(source))).toBe(true);
  });

  it('is found in browsers without `URL.parse`', () => {
    const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function');
    });
    expect(playerOf('//youtu.be/aqz-KE-bpKQ')?.src).toBe(youtube('aqz-KE-bpKQ?autoplay=1'));
    expect(playerOf('plain words')).toBeNull();
    parse.mockRestore();
  });

  it.each([
    ['https://youtu.be/aqz-KE-bpKQ', 'https://i.ytimg.com/vi/aqz-KE-bpKQ/hqdefault.jpg', false],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F76979871%2F8272103f6e&width=960',
      true,
    ],
  ])('%s has the picture of its video', (address, picture, isLookup) => {
    const url = new URL(playerOf(address)?.poster?.src ?? '');
    expect(url.href).toBe(picture);
    expect(posterOrigins).toContain(url.origin);
    expect(isVimeoOembedUrl(url)).toBe(isLookup);
  });

  it.each([
    '',
    'plain words',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://youtube.com.evil.example/embed/aqz-KE-bpKQ',
    'https://evil.example/https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/embed/"onload=alert(1)',
    'https://www.youtube.com/embed/live_stream',
    'https://www.youtube.com/embed/live_stream?channel=../evil',
    'https://vimeo.com/channels/staffpicks',
    'https://open.spotify.com/user/somebody',
    'https://my.matterport.com/models/SxQL3iGyoDo',
    'https://www.google.com/search?q=maps/embed',
    'https://example.com/player',
  ])('is not made of "%s"', (address) => {
    expect(playerOf(address)).toBeNull();
  });
});
