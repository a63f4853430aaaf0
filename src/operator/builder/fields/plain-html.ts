/** Elements and attributes that the rich-text input keeps. */
const KEPT =
  /^(?:<\/?(?:p|h[2-6]|ul|ol|li|strong|em|b|i|u|s|blockquote|code|pre)>|<(?:br|hr)\s*\/?>|<a(?:\s+(?:href|target|rel)="[^"]*")*>|<\/a>)$/i;

/** Returns whether the rich-text input can edit this HTML without losing anything. */
export function isPlainHtml(html: string): boolean {
  return (html.match(/<[^>]*>/g) ?? []).every((tag) => KEPT.test(tag));
}
