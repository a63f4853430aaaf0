import { parseMapEmbed } from './map-embed.ts';
import { parseUrl } from './parse-url.ts';

/** The providers whose players and maps run within our pages. */
export const PLAYER_PROVIDERS = {
  youtube: { name: 'YouTube', verb: 'Watch', thing: 'video' },
  vimeo: { name: 'Vimeo', verb: 'Watch', thing: 'video' },
  videopress: { name: 'VideoPress', verb: 'Watch', thing: 'video' },
  spotify: { name: 'Spotify', verb: 'Play', thing: 'audio' },
  matterport: { name: 'Matterport', verb: 'Open', thing: 'tour' },
  google: { name: 'Google', verb: 'Open', thing: 'map' },
  openstreetmap: { name: 'OpenStreetMap', verb: 'Open', thing: 'map' },
} as const;
export type PlayerProvider = keyof typeof PLAYER_PROVIDERS;

/**
 * The addresses of players that our pages may embed, as sources for a Content-Security-Policy. Maps are in
 * map-embed.ts.
 */
export const playerSources = [
  'https://www.youtube-nocookie.com/embed/',
  'https://player.vimeo.com/video/',
  'https://video.wordpress.com/embed/',
  'https://open.spotify.com/embed/',
  'https://my.matterport.com/show/',
] as const;

/** Returns the label of a player's button or link, such as `Watch “A walk”`. */
export function playerLabel(provider: PlayerProvider, title: string): string {
  const { verb, thing } = PLAYER_PROVIDERS[provider];
  return `${verb} ${title === '' ? `this ${thing}` : `“${title}”`}`;
}

/**
 * The origins from which the server fetches the poster images of videos. `https://vimeo.com` is one of them, because
 * its oEmbed response contains the URL of the poster.
 */
export const posterOrigins = ['https://i.ytimg.com', 'https://vimeo.com', 'https://i.vimeocdn.com'] as const;
const VIMEO_OEMBED = 'https://vimeo.com/api/oembed.json';

/** Whether a URL is Vimeo's oEmbed endpoint. Its JSON response has the URL of the poster as `thumbnail_url`. */
export function isVimeoOembedUrl({ origin, pathname }: URL): boolean {
  return origin + pathname === VIMEO_OEMBED;
}

interface Poster {
  src: string;
  width: number;
  height: number;
}

/** A player or map that a page can embed. */
export interface Player {
  provider: PlayerProvider;
  /** The URL of the iframe. Videos and tours start by themselves, because the visitor has clicked to load them. */
  src: string;
  /** The URL of the provider's page with the same content, for a new tab; `src` for a map. */
  page: string;
  /** The poster of the video; null if it cannot be derived from the URL. Vimeo's `src` is its oEmbed endpoint. */
  poster: Poster | null;
}

/** Returns the player for the URL of an iframe or of a provider's page; null if our pages cannot embed it. */
export function playerOf(address: string): Player | null {
  const url = parseUrl(address.startsWith('//') ? `https:${address}` : address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, '');
  switch (host) {
    case 'youtube.com':
    case 'm.youtube.com':
    case 'youtube-nocookie.com':
    case 'youtu.be':
      return youtube(url, host);
    case 'vimeo.com':
    case 'player.vimeo.com':
      return vimeo(url);
    case 'video.wordpress.com':
    case 'videopress.com':
      return videopress(url);
    case 'open.spotify.com':
      return spotify(url);
    case 'my.matterport.com':
      return matterport(url);
    default:
      return mapOf(url);
  }
}

const VIDEO_ID = /^[\w-]{6,20}$/;
const LIST_ID = /^[\w-]{6,60}$/;
const CHANNEL_ID = /^UC[\w-]{10,30}$/;

function youtube({ pathname, searchParams }: URL, host: string): Player | null {
  const [, first = '', second = ''] = pathname.split('/');
  const named = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : null;
  const id = host === 'youtu.be' ? first : (named ?? searchParams.get('v') ?? '');
  if (id === 'live_stream') return youtubeChannel(searchParams.get('channel') ?? '');
  const list = LIST_ID.exec(searchParams.get('list') ?? '')?.[0];
  const video = VIDEO_ID.test(id) && id !== 'videoseries' ? id : null;
  if (video === null && list === undefined) return null;
  const query = new URLSearchParams({ autoplay: '1' });
  const start = seconds(searchParams.get('start') ?? searchParams.get('t') ?? '');
  if (start > 0) query.set('start', String(start));
  if (list !== undefined) query.set('list', list);
  return {
    provider: 'youtube',
    src: `https://www.youtube-nocookie.com/embed/${video ?? 'videoseries'}?${query}`,
    page: video
      ? `https://www.youtube.com/watch?v=${video}`
      : `https://www.youtube.com/playlist?list=${list}`,
    poster: video ? { src: `https://i.ytimg.com/vi/${video}/hqdefault.jpg`, width: 480, height: 360 } : null,
  };
}

/** Returns the player for the current live stream of a channel; null if the channel id is invalid. */
function youtubeChannel(channel: string): Player | null {
  if (!CHANNEL_ID.test(channel)) return null;
  const query = new URLSearchParams({ autoplay: '1', channel });
  return {
    provider: 'youtube',
    src: `https://www.youtube-nocookie.com/embed/live_stream?${query}`,
    page: `https://www.youtube.com/channel/${channel}/live`,
    poster: null,
  };
}

/** Converts a start time such as `90`, `90s` or `1m30s` to seconds; 0 if it is invalid. */
function seconds(moment: string): number {
  const [, hours = 0, minutes = 0, rest = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(moment) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

function vimeo({ pathname, searchParams }: URL): Player | null {
  // An unlisted video has a second part: vimeo.com/<id>/<hash>, or ?h=<hash> in its player.
  const [, id, path] = /^\/(?:video\/)?(\d{4,12})(?:\/([\da-f]{6,20}))?\/?$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const hash = path ?? /^[\da-f]{6,20}$/.exec(searchParams.get('h') ?? '')?.[0];
  const query = new URLSearchParams({ ...(hash === undefined ? {} : { h: hash }), autoplay: '1', dnt: '1' });
  const page = `https://vimeo.com/${id}${hash === undefined ? '' : `/${hash}`}`;
  const lookup = new URLSearchParams({ url: page, width: '960' });
  return {
    provider: 'vimeo',
    src: `https://player.vimeo.com/video/${id}?${query}`,
    page,
    poster: { src: `${VIMEO_OEMBED}?${lookup}`, width: 960, height: 540 },
  };
}

/** VideoPress hosts the videos of WordPress.tv, WordPress.com and Jetpack. */
function videopress({ pathname }: URL): Player | null {
  const id = /^\/(?:embed|v)\/(\w{8})\/?$/.exec(pathname)?.[1];
  if (id === undefined) return null;
  return {
    provider: 'videopress',
    src: `https://video.wordpress.com/embed/${id}?autoPlay=1`,
    page: `https://videopress.com/v/${id}`,
    poster: null,
  };
}

function spotify({ pathname }: URL): Player | null {
  const [, kind, id] =
    /^\/(?:intl-[a-z]+\/)?(?:embed\/)?(track|album|playlist|artist|episode|show)\/([\dA-Za-z]{8,40})\/?$/.exec(
      pathname,
    ) ?? [];
  if (kind === undefined) return null;
  return {
    provider: 'spotify',
    src: `https://open.spotify.com/embed/${kind}/${id}`,
    page: `https://open.spotify.com/${kind}/${id}`,
    poster: null,
  };
}

function matterport({ pathname, searchParams }: URL): Player | null {
  const tour = /^[\w-]{6,30}$/.exec(searchParams.get('m') ?? '')?.[0];
  if (tour === undefined || !/^\/show\/?$/.test(pathname)) return null;
  return {
    provider: 'matterport',
    src: `https://my.matterport.com/show/?m=${tour}&play=1`,
    page: `https://my.matterport.com/show/?m=${tour}`,
    poster: null,
  };
}

function mapOf(url: URL): Player | null {
  const src = parseMapEmbed(url.href.replace(/^http:/, 'https:'));
  if (src === null) return null;
  const provider = url.hostname.endsWith('openstreetmap.org') ? 'openstreetmap' : 'google';
  return { provider, src, page: src, poster: null };
}
