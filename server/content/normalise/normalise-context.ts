import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { Normalised } from '../../../src/builder/normalised.ts';
import type { OptionSource } from '../../../src/builder/option-sources.ts';
import type { ReadHtml } from '../html/sanitiser.ts';
import type { RawMedia } from '../values/raw-media.ts';
import type { LinkResolver } from '../paths/site-links.ts';

/** Finds what values name in the content. What it returns is recorded as read. */
export interface References {
  /** Returns the page or post with an id or a path as views receive it. One that is not public is a fault. */
  find: (stored: unknown) => Normalised;
  /** Whether the content has an option of a source. */
  hasOption: (source: OptionSource, value: string) => boolean;
}

/** The data that normalizing functions may look up. */
export interface NormaliseContext {
  media: { get(id: number): RawMedia | undefined };
  links: LinkResolver;
  /** Finds what values name in the content. Absent where no values of sections are normalized. */
  references?: References;
  /** Returns sanitized HTML. Empty while it is not known yet; the page is resolved again once it is. */
  html: ReadHtml;
  /** The values of `{phone}` and other placeholders; if absent, placeholders are left unchanged. */
  settings?: SiteSettings;
  /** Whether the values are the page's own title and body, which are WordPress's and have no maximum length. */
  isOwnText?: boolean;
}
