import { withTimeout } from '../../platform/async/timeout.ts';
import type { LinkResolver } from '../paths/site-links.ts';
import { bodyFaultsOf, type BodyFault } from './body-faults.ts';
import { unservedPictureAddresses, type TextFactsReader } from './text-facts-reader.ts';

/** Finds the parts of page and post content that visitors do not see, or see differently than in WordPress. */
export interface BodyFaultFinder {
  /**
   * Returns the faults of each text, which is HTML that WordPress has rendered. The result for a text is null if it
   * could not be checked by `until` (milliseconds of `performance.now()`), or if there is no content yet. Never
   * rejects.
   */
  check(texts: readonly string[], until: number): Promise<(readonly BodyFault[] | null)[]>;
}

interface Options {
  texts: Pick<TextFactsReader, 'read'>;
  /** The link resolver of the current content; null before there is content. */
  links: () => Pick<LinkResolver, 'homes'> | null;
  /** Whether the site serves the picture at a URL. */
  serves: (url: string) => boolean;
}

/**
 * Creates the finder. It applies the same sanitizer and picture rules as the pages, so its reports stay correct when
 * these rules change.
 */
export function createBodyFaultFinder({ texts, links, serves }: Options): BodyFaultFinder {
  async function checkOne(html: string, homes: readonly string[]): Promise<readonly BodyFault[] | null> {
    const facts = await texts.read({ html, mode: 'rendered', homes });
    return facts && bodyFaultsOf({ ...facts, pictures: unservedPictureAddresses(facts, serves) });
  }

  return {
    async check(asked, until) {
      const resolver = links();
      const checked: (readonly BodyFault[] | null)[] = [];
      // Checks the texts one by one, so that texts for waiting visitors can be sanitized in between.
      for (const html of asked) {
        const left = until - performance.now();
        const found =
          resolver === null || left <= 0 ? null : withTimeout(checkOne(html, resolver.homes), left);
        const faults = await found;
        // A text that takes longer is still checked in the background; the next request gets its result.
        checked.push(faults === 'late' ? null : faults);
      }
      return checked;
    },
  };
}
