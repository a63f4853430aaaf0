import { z } from 'zod';
import { defineBodyBlock } from '../../src/builder/body-block.ts';

const address = z.url({ protocol: /^https?$/ });

/** A playlist from WordPress's `[playlist]` shortcode, read from the JSON that WordPress's own script would render. */
export default defineBodyBlock({
  id: 'wp-playlist',
  selector: '.wp-playlist',
  attributes: z.object({
    type: z.enum(['audio', 'video']),
    tracks: z
      .array(
        z.object({
          src: address,
          title: z.string().max(300).catch(''),
          meta: z
            .object({
              artist: z.string().max(300).optional().catch(undefined),
              length_formatted: z.string().max(12).optional().catch(undefined),
            })
            .catch({}),
        }),
      )
      .min(1)
      .max(200),
  }),
  read(element) {
    const json = element.querySelector('script.wp-playlist-script')?.textContent;
    element.replaceChildren();
    try {
      return JSON.parse(json ?? '');
    } catch {
      return null;
    }
  },
  links: ({ tracks }) => tracks.map(({ src, title }) => ({ href: src, text: title || src })),
  example:
    '<div class="wp-playlist wp-audio-playlist wp-playlist-light"><div class="wp-playlist-current-item"></div><audio controls="controls" preload="none" width="640"></audio>' +
    '<script type="application/json" class="wp-playlist-script">{"type":"audio","tracklist":true,"tracks":[' +
    '{"src":"https://example.com/walk-one.mp3","type":"audio\\/mpeg","title":"A walk, part one","meta":{"artist":"Jordan Avery","length_formatted":"3:12"}},' +
    '{"src":"https://example.com/walk-two.mp3","type":"audio\\/mpeg","title":"A walk, part two","meta":{"length_formatted":"2:40"}}]}</script></div>',
});
