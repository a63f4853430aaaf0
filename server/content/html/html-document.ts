import { JSDOM, VirtualConsole } from 'jsdom';

/** The inert window in which the server parses HTML: it runs no scripts, fetches nothing and logs nothing. */
export const htmlWindow = new JSDOM('', { virtualConsole: new VirtualConsole() }).window;

/** Parses HTML into a detached fragment. */
export function parseHtml(html: string): DocumentFragment {
  const template = htmlWindow.document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/** Serializes a fragment as HTML. The fragment is empty afterwards. */
export function serializeHtml(fragment: DocumentFragment): string {
  const holder = htmlWindow.document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}
