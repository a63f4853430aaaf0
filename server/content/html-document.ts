import { JSDOM, VirtualConsole } from 'jsdom';

/** The one inert window in which the server reads HTML: no script runs, nothing is fetched, nothing is logged. */
export const htmlWindow = new JSDOM('', { virtualConsole: new VirtualConsole() }).window;

/** Parses HTML into a fragment that nothing is attached to. */
export function parseHtml(html: string): DocumentFragment {
  const template = htmlWindow.document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/** Writes a fragment back as HTML. */
export function writeHtml(fragment: DocumentFragment): string {
  const holder = htmlWindow.document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}

/** What a reader sees of HTML, as plain text: entities decoded, tags and scripts gone, white space collapsed. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  const fragment = parseHtml(html);
  for (const element of fragment.querySelectorAll('script, style, template, noscript, iframe'))
    element.remove();
  return (fragment.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const PART_ENDS =
  /<\/(?:p|h[1-6]|li|t[dhr]|caption|figcaption|cite|blockquote|pre|div|summary|dt|dd)>|<br\s*\/?>/gi;

/** The same for text that is read on: what stands apart on the page stays apart in the text. */
export function readingText(html: string): string {
  return plainText(html.replace(PART_ENDS, '$& '));
}

/** Writes plain text so that it is safe inside HTML, as WordPress encodes its titles. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&#038;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}
