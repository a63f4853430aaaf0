import { JSDOM, VirtualConsole } from 'jsdom';

const RUNS = /^(?:javascript|vbscript|data):/i;
const ADDRESSES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'background',
  'xlink:href',
]);
const NEVER_OURS =
  'iframe, object, embed, base, meta[http-equiv=refresh], [srcdoc], svg script, svg animate, math';

/** Lists everything in a document that could run an editor's code. Scripts from the site's own origin are expected. */
export function dangersOf(html: string): string[] {
  // Without a URL and options, jsdom neither loads resources nor runs scripts.
  const { document } = new JSDOM(html, { virtualConsole: new VirtualConsole() }).window;
  const found = [...document.querySelectorAll(NEVER_OURS)].map((element) => element.outerHTML);
  for (const script of document.querySelectorAll('script')) {
    const data = /json$|^speculationrules$/.test(script.type);
    if (!data && !script.getAttribute('src')?.startsWith('/')) found.push(script.outerHTML);
  }
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      // Browsers ignore control characters and whitespace within a URL scheme.
      const code = ADDRESSES.has(name) && RUNS.test(value.replace(/[^!-~]/g, ''));
      if (code || name.startsWith('on')) found.push(`${element.localName} ${name}=${value}`);
    }
  }
  return found;
}
