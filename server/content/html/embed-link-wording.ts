/** The provider name and the verb for the link text, by the host of the frame. */
const PROVIDERS: readonly (readonly [host: RegExp, name: string, verb: 'Watch' | 'Listen to' | 'Open'])[] = [
  [/(^|\.)youtube(-nocookie)?\.com$/, 'YouTube', 'Watch'],
  [/(^|\.)youtu\.be$/, 'YouTube', 'Watch'],
  [/(^|\.)vimeo\.com$/, 'Vimeo', 'Watch'],
  [/(^|\.)spotify\.com$/, 'Spotify', 'Listen to'],
  [/(^|\.)soundcloud\.com$/, 'SoundCloud', 'Listen to'],
  [/(^|\.)google\.[a-z.]+$/, 'Google', 'Open'],
];

/** Returns the host of an embed without `www.`, the name of its provider, and the verb for a link to the embed. */
export function embedProviderOf(url: URL): {
  host: string;
  name: string;
  verb: 'Watch' | 'Listen to' | 'Open';
} {
  const host = url.hostname.replace(/^www\./, '');
  const [, name = host, verb = 'Open'] = PROVIDERS.find(([pattern]) => pattern.test(host)) ?? [];
  return { host, name, verb };
}

/** Returns a phrase that describes an embed, such as “a video of Vimeo”. */
export function embedPhrase(address: string): string {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (!url) return 'a frame';
  const { name, verb } = embedProviderOf(url);
  const isMap = name === 'Google' && /^\/maps(?:\/|$)/.test(url.pathname);
  const thing = { Watch: 'a video', 'Listen to': 'a player', Open: isMap ? 'a map' : 'a frame' }[verb];
  return `${thing} of ${name}`;
}
