import { playerOf } from '../../../src/contracts/embed-players.ts';
import { embedProviderOf } from './embed-link-wording.ts';
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
  link.href = ownPageOf(url);
  link.target = '_blank';
  link.textContent = `${verb} ${title === '' ? 'this' : `“${title}”`} on ${name}`;
  const note = document.createElement('small');
  note.textContent = `Opens ${host} in a new tab.`;
  const panel = document.createElement('p');
  panel.className = 'wp-embed-facade';
  panel.append(link, document.createElement('br'), note);
  return panel;
}

/** Converts the URL of a player to the URL of the page with the same content. Returns other URLs unchanged. */
function ownPageOf(url: URL): string {
  const isPlayer = /^\/(?:embed|shorts|video)\//.test(url.pathname);
  return (isPlayer ? playerOf(url.href)?.page : undefined) ?? url.href;
}
