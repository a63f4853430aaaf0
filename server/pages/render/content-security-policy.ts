import { mapTileOrigin } from '../../../src/contracts/map-tiles.ts';
import { createHash } from 'node:crypto';
import { playerSources } from '../../../src/contracts/embed-players.ts';
import { mapSources } from '../../../src/contracts/map-embed.ts';

/** The hash of an empty `<style>`: styled-components inserts one in the browser and fills it through the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Returns the CSP source that allows exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The sources that Google Analytics needs without ads: developers.google.com/tag-platform/security/guides/csp */
const GOOGLE = {
  script: ['https://*.googletagmanager.com'],
  image: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connect: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
} as const;

interface PolicyOptions {
  /** The text of each inline `<style>`. */
  styles: readonly string[];
  /** True in development, because Vite's client needs a WebSocket and a worker. */
  dev: boolean;
  /** True if Google Analytics is on. */
  analytics: boolean;
  /** True if visitors use https. */
  secure: boolean;
  /** Allows all inline styles, for the page builder. Inline scripts are still blocked. */
  inlineStyles?: boolean;
  /** Allows frames with pages of the site itself, which the operator screens show. */
  framesSite?: boolean;
  /** Set for previews: the origins that may show the page in a frame. Its forms cannot be submitted. */
  preview?: { ancestors: readonly string[] };
}

/**
 * Returns the Content-Security-Policy of a document. It allows our own scripts (and Google's if analytics is on),
 * inline styles by hash, frames for maps and players, and media of any secure host. Inline scripts are blocked.
 */
export function contentSecurityPolicy({
  styles,
  analytics,
  dev,
  secure,
  inlineStyles = false,
  framesSite = false,
  preview,
}: PolicyOptions): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(analytics ? GOOGLE.script : [])],
    // 'self' allows stylesheets that are separate files, such as the map's. With 'unsafe-inline', no hash may be
    // listed, because browsers would then ignore 'unsafe-inline'.
    'style-src': ["'self'", ...(inlineStyles ? ["'unsafe-inline'"] : [...styles.map(cspHash), EMPTY_STYLE])],
    'img-src': ["'self'", 'data:', mapTileOrigin, ...(analytics ? GOOGLE.image : [])],
    // Videos and audio in content come from other hosts, such as WordPress's.
    'media-src': ["'self'", 'https:', ...(secure ? [] : ['http:'])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(analytics ? GOOGLE.connect : []), ...(dev ? ['ws:'] : [])],
    // Vite's client uses a worker to detect that a restarted server is back, and then reloads the page.
    ...(dev ? { 'worker-src': ["'self'", 'blob:'] } : {}),
    'frame-src': [...(framesSite ? ["'self'"] : []), ...mapSources, ...playerSources],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [preview ? "'none'" : "'self'"],
    'frame-ancestors': preview ? preview.ancestors : ["'self'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
