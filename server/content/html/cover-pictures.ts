const BACKGROUND = /background-image\s*:\s*url\(\s*(["']?)(.+?)\1\s*\)/i;
const POSITION = /background-position\s*:\s*(\d{1,3}% \d{1,3}%)/i;
const PICTURE = 'wp-block-cover__image-background';

/**
 * Adds an `<img>` to cover blocks and groups whose picture WordPress sets as a CSS background, because the sanitizer
 * removes `style` attributes. A group with such a picture becomes a cover.
 */
export function addCoverPictures(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll(
    `:is(.wp-block-cover, .wp-block-group, .${PICTURE})[style]`,
  )) {
    const style = element.getAttribute('style') ?? '';
    const address = BACKGROUND.exec(style)?.[2];
    if (address === undefined) continue;
    const position = POSITION.exec(style)?.[1];
    const isPicture = element.classList.contains(PICTURE);
    const image = element.ownerDocument.createElement('img');
    const media = isPicture ? [...element.classList].filter((name) => name.startsWith('wp-image-')) : [];
    image.className = [PICTURE, ...media].join(' ');
    image.setAttribute('src', address);
    if (position !== undefined) image.setAttribute('style', `object-position:${position}`);
    image.alt = (isPicture && element.getAttribute('aria-label')) || '';
    if (element.classList.contains('wp-block-group')) {
      element.classList.add('wp-block-cover');
      element.classList.remove('has-background');
    }
    // Groups, older covers, and covers with the page's featured image have the style on the block element itself.
    if (isPicture) element.replaceWith(image);
    else element.prepend(image);
  }
}
