import { tileOrigin } from '../../src/content/map-tiles.ts';
import { createHash } from 'node:crypto';
import { mapSources } from '../../src/content/map-embed.ts';

/** styled-components starts with an empty `<style>` in the browser and fills it through the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** A CSP source for exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

interface PolicyOptions {
  /** The inline styles of the document. */
  styles: readonly string[];
  /** Origins that pictures may come from besides our own. */
  imageOrigins: readonly string[];
  /** True while Vite serves the site: its socket is let through. */
  dev: boolean;
  /** True where visitors come over https. */
  secure: boolean;
}

/** The Content-Security-Policy of a document: our own scripts only, styles by hash, frames for maps only, nothing inline. */
export function contentSecurityPolicy({ styles, imageOrigins, dev, secure }: PolicyOptions): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // Stylesheets of our own, such as the map's, come as files.
    'style-src': ["'self'", ...styles.map(cspHash), EMPTY_STYLE],
    'img-src': ["'self'", 'data:', tileOrigin, ...imageOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(dev ? ['ws:'] : [])],
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
