import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { NormaliseResult } from '../../../src/builder/normalise-result.ts';
import type { OptionSource } from '../../../src/builder/option-sources.ts';
import type { ReadHtml } from '../html/sanitiser.ts';
import type { RawMedia } from '../values/raw-media.ts';
import type { LinkResolver } from '../paths/site-links.ts';

/** Resolves references in values, such as a page or a category, against the content. */
export interface ReferenceFinder {
  /**
   * Returns the page or post with an id or a path, as views receive it. Returns a fault if it is missing or not
   * public.
   */
  find: (stored: unknown) => NormaliseResult;
  /** Whether a source of options, such as the categories, has this value. */
  hasOption: (source: OptionSource, value: string) => boolean;
}

/** The data and services that normalizing functions use. */
export interface NormaliseContext {
  media: { get(id: number): RawMedia | undefined };
  links: LinkResolver;
  /** Resolves references in values. Absent where no section values are normalized. */
  references?: ReferenceFinder;
  /** Returns sanitized HTML; empty while it is not known yet. The page is resolved again once it is known. */
  html: ReadHtml;
  /** The settings for `{phone}` and other placeholders. If absent, placeholders stay unchanged. */
  settings?: SiteSettings;
  /** Whether the values are the page's own title, content and image, which have no maximum length. */
  isOwnText?: boolean;
}
