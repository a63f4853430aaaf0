import { tileOrigin } from '../../src/content/map-tiles.ts';
import { createHash } from 'node:crypto';
import { mapSources } from '../../src/content/map-embed.ts';

/** styled-components starts with an empty `<style>` in the browser and fills it through the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** A CSP source for exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** What Google's documentation asks for: developers.google.com/tag-platform/security/guides/csp, without advertising. */
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
  /** The inline styles of the document. */
  styles: readonly string[];
  /** Origins that pictures may come from besides our own. */
  imageOrigins: readonly string[];
  /** True while Vite serves the site: its socket is let through. */
  dev: boolean;
  /** True where Google's tag counts visits. */
  analytics: boolean;
  /** True where visitors come over https. */
  secure: boolean;
}

/** The Content-Security-Policy of a document: our own scripts only and Google's where it counts, styles by hash, frames for maps only, nothing inline. */
export function contentSecurityPolicy({
  styles,
  imageOrigins,
  analytics,
  dev,
  secure,
}: PolicyOptions): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(analytics ? GOOGLE.script : [])],
    // Stylesheets of our own, such as the map's, come as files.
    'style-src': ["'self'", ...styles.map(cspHash), EMPTY_STYLE],
    'img-src': ["'self'", 'data:', tileOrigin, ...imageOrigins, ...(analytics ? GOOGLE.image : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(analytics ? GOOGLE.connect : []), ...(dev ? ['ws:'] : [])],
    'frame-src': mapSources,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
