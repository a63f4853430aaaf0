/** The text of a short piece of HTML such as a title (`Tom &#038; Jerry`). For the browser: it needs a DOM. */
export function plainText(html: string): string {
  if (!/[&<]/.test(html)) return html;
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
