/** An opening or closing shortcode with its attributes: `[price id="7"]`, `[/price]`. */
const SHORTCODE = /\[(\/?)([a-z][\w-]{1,60})(\s[^[\]<>]*)?\/?\]/gi;
/** Names of one word, as they are often written without attributes. */
const USUAL = new Set(['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wpforms']);

/**
 * Returns the names of the shortcodes in a text that WordPress has rendered, each once. WordPress leaves those that no
 * active plugin or theme knows. Words in brackets such as `[sic]` are none: a shortcode has attributes, an end, or an
 * underscore in its name.
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
