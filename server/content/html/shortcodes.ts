/** An opening or closing shortcode with its attributes: `[price id="7"]`, `[/price]`. */
const SHORTCODE = /\[(\/?)([a-z][\w-]{1,60})(\s[^[\]<>]*)?\/?\]/gi;
/** Shortcodes with a one-word name that are often written without attributes. */
const USUAL = new Set(['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wpforms']);

/**
 * Returns the names of the shortcodes that are left in a text after WordPress rendered it, without duplicates: no
 * active plugin or theme knows them. Words in brackets such as `[sic]` are not shortcodes, because they have no
 * attributes, no closing tag and no underscore.
 */
export function shortcodesIn(text: string): string[] {
  const found = [...text.matchAll(SHORTCODE)];
  const closed = new Set(found.flatMap(([, slash, name = '']) => (slash === '/' ? [name] : [])));
  const names = found.flatMap(([, slash, name = '', attributes = '']) => {
    const isShortcode =
      slash === '/' ||
      closed.has(name) ||
      name.includes('_') ||
      /(?:^|\s)[\w-]+=/.test(attributes) ||
      USUAL.has(name.toLowerCase());
    return isShortcode ? [name.toLowerCase()] : [];
  });
  return [...new Set(names)];
}
