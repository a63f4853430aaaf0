import { htmlWindow, parseHtml, writeHtml } from './html-document.ts';

/** The provider name and the verb for the link text, by the host of the frame. */
const PROVIDERS: readonly (readonly [host: RegExp, name: string, verb: 'Watch' | 'Listen to' | 'Open'])[] = [
  [/(^|\.)youtube(-nocookie)?\.com$/, 'YouTube', 'Watch'],
  [/(^|\.)youtu\.be$/, 'YouTube', 'Watch'],
  [/(^|\.)vimeo\.com$/, 'Vimeo', 'Watch'],
  [/(^|\.)spotify\.com$/, 'Spotify', 'Listen to'],
  [/(^|\.)soundcloud\.com$/, 'SoundCloud', 'Listen to'],
  [/(^|\.)google\.[a-z.]+$/, 'Google', 'Open'],
];

/**
 * Replaces every frame and embed with a plain panel that contains a link. Nothing is requested from a third party
 * until a visitor follows the link. HTML without frames and embeds is returned unchanged.
 */
export function withEmbedFacades(html: string): string {
  if (!/<iframe\b|wp-block-embed__wrapper/i.test(html)) return html;
  const fragment = parseHtml(html);
  for (const frame of fragment.querySelectorAll('iframe')) {
    const facade = facadeOf(frame.getAttribute('src') ?? '', frame.getAttribute('title') ?? '');
    if (facade) frame.replaceWith(facade);
    else frame.remove();
  }
  // If WordPress could not fetch the embed, the wrapper contains only the embed's URL.
  for (const wrapper of fragment.querySelectorAll('.wp-block-embed__wrapper')) {
    const facade = wrapper.children.length === 0 ? facadeOf(wrapper.textContent.trim(), '') : null;
    if (facade) wrapper.replaceChildren(facade);
  }
  return writeHtml(fragment);
}

function facadeOf(address: string, title: string): Element | null {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const host = url.hostname.replace(/^www\./, '');
  const [, name = host, verb = 'Open'] = PROVIDERS.find(([pattern]) => pattern.test(host)) ?? [];
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
