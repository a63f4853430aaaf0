import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { ReadHtml } from '../html/sanitiser.ts';
import type { RawMedia } from '../values/raw-media.ts';
import type { LinkResolver } from '../paths/site-links.ts';

/** The data that normalizing functions may look up. */
export interface NormaliseContext {
  media: { get(id: number): RawMedia | undefined };
  links: LinkResolver;
  /** Returns sanitized HTML. Empty while it is not known yet; the page is resolved again once it is. */
  html: ReadHtml;
  /** The values of `{phone}` and other placeholders; if absent, placeholders are left unchanged. */
  settings?: SiteSettings;
  /** Whether the values are the page's own title and body, which are WordPress's and have no maximum length. */
  isOwnText?: boolean;
}
