import { z } from 'zod';
import { defineBodyBlock } from '../../src/builder/body-block.ts';
import { playerLabel, playerOf } from '../../src/contracts/embed-players.ts';

/** The aspect ratio of an embed that declares none. */
const USUAL = { width: 16, height: 9 };

const side = z.number().int().min(1).max(10_000);

/** A player or map of another site, from WordPress's embed block or a pasted `iframe`. */
export default defineBodyBlock({
  id: 'wp-embed',
  selector: 'iframe, .wp-block-embed__wrapper',
  attributes: z.object({
    /** The URL in WordPress, from which `playerOf` derives the URL of the player. */
    address: z.string().refine((address) => playerOf(address) !== null),
    title: z.string().max(300),
    /**
     * The frame is as wide as its column and has the aspect ratio of width and height. Without a width, `height` is in
     * CSS pixels.
     */
    width: side.nullable(),
    height: side,
  }),
  read(element) {
    // If WordPress could not fetch the embed, the wrapper contains only the embed's URL.
    const isWrapper = element.localName !== 'iframe';
    if (isWrapper && element.children.length > 0) return null;
    const address = (isWrapper ? element.textContent : (element.getAttribute('src') ?? '')).trim();
    const player = playerOf(address);
    if (!player) return null;
    element.replaceChildren();
    if (player.poster !== null) {
      const picture = element.ownerDocument.createElement('img');
      for (const [name, value] of Object.entries({ ...player.poster, alt: '' })) {
        picture.setAttribute(name, String(value));
      }
      element.append(picture);
    }
    return { address, title: element.getAttribute('title') ?? '', ...sizeOf(element) };
  },
  links({ address, title }) {
    const player = playerOf(address);
    return player ? [{ href: player.page, text: playerLabel(player.provider, title) }] : [];
  },
  example:
    '<figure class="wp-block-embed is-type-video is-provider-youtube"><div class="wp-block-embed__wrapper">' +
    '<iframe title="A walk through Beaverdale" width="500" height="281" src="https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed"></iframe>' +
    '</div><figcaption class="wp-element-caption">Beaverdale in five minutes.</figcaption></figure>',
});

/** Returns the size of the element in CSS pixels, or else the aspect ratio in the class of its block, or else 16:9. */
function sizeOf(element: Element): { width: number | null; height: number } {
  const [width, height] = ['width', 'height'].map((name) => Math.round(Number(element.getAttribute(name))));
  if (height && height > 0) return { width: width && width > 0 ? width : null, height };
  const [, across, down] =
    /wp-embed-aspect-(\d{1,2})-(\d{1,2})/.exec(element.closest('.wp-block-embed')?.className ?? '') ?? [];
  return across === undefined ? USUAL : { width: Number(across), height: Number(down) };
}
