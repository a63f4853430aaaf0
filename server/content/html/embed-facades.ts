import { embedProviderOf } from './embed-providers.ts';
import type { OnHtmlChange } from './html-changes.ts';
import { htmlWindow } from './html-document.ts';

/**
 * Replaces frames, and embeds that WordPress could not fetch, with a panel that contains a link, so that no third party
 * receives a request before a visitor follows the link. Removes frames without a web address. Calls `note` for each.
 */
export function replaceFrames(fragment: DocumentFragment, note: OnHtmlChange = () => {}): void {
  for (const frame of fragment.querySelectorAll('iframe')) {
    const address = frame.getAttribute('src') ?? '';
    const facade = facadeOf(address, frame.getAttribute('title') ?? '');
    note({ kind: 'frame', address, isLink: facade !== null });
    if (facade) frame.replaceWith(facade);
    else frame.remove();
  }
  // If WordPress could not fetch the embed, the wrapper contains only its URL.
  for (const wrapper of fragment.querySelectorAll('.wp-block-embed__wrapper')) {
    const address = wrapper.textContent.trim();
    const facade = wrapper.children.length === 0 ? facadeOf(address, '') : null;
    if (!facade) continue;
    wrapper.replaceChildren(facade);
    note({ kind: 'frame', address, isLink: true });
  }
}

function facadeOf(address: string, title: string): Element | null {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const { host, name, verb } = embedProviderOf(url);
  const { document } = htmlWindow;
  const link = document.createElement('a');
  link.href = ownPageOf(url, host);
  link.target = '_blank';
  link.textContent = `${verb} ${title === '' ? 'this' : `“${title}”`} on ${name}`;
  const note = document.createElement('small');
  note.textContent = `Opens ${host} in a new tab.`;
  const panel = document.createElement('p');
  panel.className = 'wp-embed-facade';
  panel.append(link, document.createElement('br'), note);
  return panel;
}

/** Converts the URL of an embedded video to the URL of the video's page. Returns other URLs unchanged. */
function ownPageOf(url: URL, host: string): string {
  const video = /^\/(?:embed|shorts)\/([\w-]+)$/.exec(url.pathname)?.[1];
  if (video !== undefined && /(^|\.)youtube(-nocookie)?\.com$/.test(host)) {
    return `https://www.youtube.com/watch?v=${video}`;
  }
  const vimeo = host === 'player.vimeo.com' ? /^\/video\/(\d+)$/.exec(url.pathname)?.[1] : undefined;
  return vimeo === undefined ? url.href : `https://vimeo.com/${vimeo}`;
}
