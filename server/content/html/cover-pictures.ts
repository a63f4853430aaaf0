import { parseHtml, writeHtml } from './html-document.ts';

const BACKGROUND = /background-image\s*:\s*url\(\s*(["']?)(.+?)\1\s*\)/i;
const PICTURE = 'wp-block-cover__image-background';

/**
 * Gives cover blocks with a fixed or repeated background the `<img>` of an ordinary cover. WordPress sets their picture
 * in a `style` attribute, which visitors do not get. Other HTML is returned unchanged.
 */
export function withCoverPictures(html: string): string {
  if (!/wp-block-cover/.test(html) || !/background-image/i.test(html)) return html;
  const fragment = parseHtml(html);
  for (const element of fragment.querySelectorAll(`:is(.wp-block-cover, .${PICTURE})[style]`)) {
    const address = BACKGROUND.exec(element.getAttribute('style') ?? '')?.[2];
    if (address === undefined) continue;
    const isPicture = element.classList.contains(PICTURE);
    const image = element.ownerDocument.createElement('img');
    const media = isPicture ? [...element.classList].filter((name) => name.startsWith('wp-image-')) : [];
    image.className = [PICTURE, ...media].join(' ');
    image.setAttribute('src', address);
    image.alt = (isPicture && element.getAttribute('aria-label')) || '';
    // Older covers, and those with the page's featured image, have the style on the block itself.
    if (isPicture) element.replaceWith(image);
    else element.prepend(image);
  }
  return writeHtml(fragment);
}
