import { JSDOM } from 'jsdom';

/* What a document of WordPress has, and what of it a page of the site does not have. */

const NEVER_SHOWN =
  'script, style, template, noscript, [hidden], [style*="display:none"], [style*="display: none"]';
/** Texts that belong to a control, or that a browser shows in place of a player. */
const CONTROLS =
  'form, select, label, textarea, iframe, object, video, audio, .wp-block-loginout, .wp-block-query-pagination';
/** An embed that WordPress could not fetch: it shows the address as text, the site a link. */
const BARE_EMBED = '.wp-block-embed__wrapper:not(:has(*))';
const MAX_LISTED_LETTERS = 80;
/** `NodeFilter.SHOW_TEXT`, which Node does not have. */
const SHOW_TEXT = 4;

export type PlayerKind = 'video' | 'audio' | 'playlist' | 'embed';

const { DOMParser } = new JSDOM().window;

/** A page of the site. */
export interface ShownPage {
  document: Document;
  /** Its Content-Security-Policy. */
  policy: string;
  /** Its address, to which the addresses in it are relative. */
  url: string;
}

/** Returns whether an address answers 200. */
type IsThere = (url: URL) => Promise<boolean>;

/** Parses a body as REST has it, or a whole page. */
export function parseDocument(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

/** Returns the texts of a body that the page has less often than the body. */
export function missingTexts(body: Document, page: Document): string[] {
  const shown = textsOf(page.querySelector('main') ?? page.body, NEVER_SHOWN)
    .map(comparable)
    .join('');
  const texts = textsOf(body.body, `${NEVER_SHOWN}, ${CONTROLS}, ${BARE_EMBED}`);
  let from = 0;
  const outOfOrder = texts.filter((text) => {
    const at = shown.indexOf(comparable(text), from);
    if (at !== -1) from = at + comparable(text).length;
    return at === -1;
  });
  // A gallery in random order is another one each time.
  return outOfOrder
    .filter((text) => {
      const wanted = texts.filter((other) => comparable(other) === comparable(text)).length;
      return shown.split(comparable(text)).length - 1 < wanted;
    })
    .map((text) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_LISTED_LETTERS));
}

function textsOf(root: Element, leftOut: string): string[] {
  const walker = root.ownerDocument.createTreeWalker(root, SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (nodeValue?.trim() && !parentElement?.closest(leftOut)) texts.push(nodeValue);
  }
  return texts;
}

/** Spaces are left out, because elements may be separated by some or by none. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/[\s\u00AD\u200B-\u200D\u2060\uFEFF]+/g, '');
}

/** Returns the addresses of the links of a body that lead to its own site, as often as they occur. */
export function internalLinks(body: Document, base: string): URL[] {
  const home = new URL(base).origin;
  return [...body.querySelectorAll('a[href]')]
    .map((link) => URL.parse(link.getAttribute('href') ?? '', base))
    .filter((url) => url !== null)
    .filter(({ origin }) => origin === home);
}

/** Names the kind of a document in WordPress by its address, and by its type and the classes of its body. */
export function addressKind(url: URL, { type, classes }: { type: string; classes: string }): string {
  if (/^\/wp-(?:login\.php|admin\/)/.test(url.pathname)) return 'sign-in';
  if (/[?&](?:p|page_id|attachment_id|cat|m|author)=/.test(url.search)) return '?p=';
  if (/[?&]query-(?:\d+-)?page=/.test(url.search)) return 'query page';
  if (/xml/.test(type)) return 'feed';
  if (url.pathname.startsWith('/wp-content/')) return 'file';
  // WordPress redirects the address of an attachment to its file, unless it is set to have pages for attachments.
  if (!type.includes('html')) return 'attachment';
  const kinds = ['attachment', 'category', 'tag', 'author', 'date', 'search', 'home', 'page', 'single-post'];
  const kind = kinds.find((name) => classes.split(' ').includes(name)) ?? 'other';
  return kind === 'single-post' ? 'post' : kind;
}

/** Returns the id that a link leads to, null for a link to a whole document. */
export function fragmentOf(url: URL): string | null {
  const id = decodeURIComponent(url.hash.slice(1));
  return id === '' || id === 'top' ? null : id;
}

/** Returns whether a fragment leads somewhere in a document. */
export function hasTarget(document: Document, id: string): boolean {
  return (
    document.getElementById(id) !== null ||
    [...document.querySelectorAll('a[name]')].some((anchor) => anchor.getAttribute('name') === id)
  );
}

/**
 * Returns the addresses of a body's pictures that the page does not show: its policy forbids them, or the file is gone. A
 * picture is the same if its media id or the name of its file is. `original` returns the address in WordPress of a
 * picture's address on the site.
 */
export async function missingPictures(
  body: Document,
  base: string,
  page: ShownPage,
  { original, isThere }: { original: (url: URL) => URL; isThere: IsThere },
): Promise<string[]> {
  const shown: ReturnType<typeof picturesOf> = [];
  for (const picture of picturesOf(page.document, page.url, original)) {
    const url = URL.parse(picture.address);
    if (url && allows(page.policy, 'img-src', url, page.url) && (await isThere(url))) shown.push(picture);
  }
  return picturesOf(body, base)
    .filter(({ names }) => {
      const at = shown.findIndex((picture) => picture.names.some((name) => names.includes(name)));
      if (at !== -1) shown.splice(at, 1);
      return at === -1;
    })
    .map(({ address }) => address);
}

/** Returns the addresses of all pictures, as often as they occur. */
export function pictureAddresses(body: Document, base: string): string[] {
  return picturesOf(body, base).map(({ address }) => address);
}

function picturesOf(document: Document, base: string, original = (url: URL): URL => url) {
  return [...document.querySelectorAll('img')].map((image) => {
    const url = URL.parse(image.getAttribute('src') ?? '', base);
    const id = /(?:^|\s)wp-image-(\d+)/.exec(image.className)?.[1] ?? image.dataset['id'];
    return {
      address: url?.href ?? '',
      names: [...(id === undefined ? [] : [id]), ...(url ? [fileName(original(url))] : [])],
    };
  });
}

/** The name of a file, without the size that WordPress adds to it. */
function fileName({ pathname }: URL): string {
  const name = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  return name.replace(/(?:-\d+x\d+|-scaled|-rotated)(?=\.\w+$)/, '').toLowerCase();
}

/** Returns the kinds of the players of a body: what has a source to play. Quotes that a script turns into cards are texts. */
export function playersOf(body: Document): PlayerKind[] {
  const playlists = [...body.querySelectorAll('.wp-playlist')];
  const media = [...body.querySelectorAll('video, audio')].filter(
    (element) => sourcesOf(element).some(isPlayable) && element.closest('.wp-playlist') === null,
  );
  return [
    ...playlists.map(() => 'playlist' as const),
    ...media.map((element) => (element.localName === 'video' ? 'video' : 'audio')),
    ...[...body.querySelectorAll('iframe')].map(() => 'embed' as const),
  ];
}

/**
 * Returns the kinds of the players of a page that can play: a video or audio whose policy allows a source that is there,
 * and an embed that is a frame or becomes one with a click.
 */
export async function playablePlayers(
  { document, policy, url }: ShownPage,
  isThere: IsThere,
): Promise<PlayerKind[]> {
  const kinds: PlayerKind[] = [];
  const playlists = new Set<Element>();
  for (const element of document.querySelectorAll('video, audio')) {
    const sources = sourcesOf(element)
      .map((source) => URL.parse(source, url))
      .filter((source) => source !== null)
      .filter((source) => allows(policy, 'media-src', source, url));
    const there = await Promise.all(sources.map(isThere));
    if (!there.includes(true)) continue;
    const playlist = element.closest('.wp-playlist');
    if (playlist && playlists.has(playlist)) continue;
    if (playlist) playlists.add(playlist);
    if (playlist) kinds.push('playlist');
    else kinds.push(element.localName === 'video' ? 'video' : 'audio');
  }
  for (const player of document.querySelectorAll<HTMLElement>('main [data-player]')) {
    const address = URL.parse(player.dataset['player'] ?? '');
    if (address && allows(policy, 'frame-src', address, url)) kinds.push('embed');
  }
  return kinds;
}

function sourcesOf(media: Element): string[] {
  return [media, ...media.querySelectorAll('source')]
    .map((element) => element.getAttribute('src') ?? '')
    .filter((source) => source !== '');
}

/** Whether a browser could request the address: a misspelt `ttps://` plays nowhere. */
function isPlayable(source: string): boolean {
  return /^https?:$/.test(URL.parse(source, 'http://any.example')?.protocol ?? '');
}

/** Returns whether a Content-Security-Policy allows an address. Knows the forms that the site uses. */
function allows(policy: string, directive: string, address: URL, page: string): boolean {
  const directives = policy.split(';').map((line) => line.trim().split(/\s+/));
  const [, ...sources] = directives.find(([name]) => name === directive) ??
    directives.find(([name]) => name === 'default-src') ?? ['', '*'];
  return sources.some((source) => {
    if (source === '*' || source === address.protocol) return true;
    if (source === "'self'") return address.origin === new URL(page).origin;
    const [, scheme, host = '', path = ''] = /^(https?:)?(?:\/\/)?([^/']+)(\/.*)?/.exec(source) ?? [];
    if (scheme !== undefined && scheme !== address.protocol) return false;
    if (path.endsWith('/') ? !address.pathname.startsWith(path) : path !== '' && address.pathname !== path)
      return false;
    return host.startsWith('*.') ? address.hostname.endsWith(host.slice(1)) : address.host === host;
  });
}
