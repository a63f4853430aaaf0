const BACKGROUND = /background-image\s*:\s*url\(\s*(["']?)(.+?)\1\s*\)/i;
const POSITION = /background-position\s*:\s*(\d{1,3}% \d{1,3}%)/i;
const PICTURE = 'wp-block-cover__image-background';

/**
 * Gives cover blocks with a fixed or repeated background the `<img>` of an ordinary cover, and makes covers of groups
 * with a background picture. WordPress sets these pictures in a `style` attribute, which visitors do not get.
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
    // Older covers, and those with the page's featured image, have the style on the block itself.
    if (isPicture) element.replaceWith(image);
    else element.prepend(image);
  }
}
