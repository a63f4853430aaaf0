import { withTimeLimit } from '../../platform/async/time-limit.ts';
import type { LinkResolver } from '../paths/site-links.ts';
import { describeFaults, type BodyFault } from './describe-faults.ts';
import { foreignPictures, type TextReader } from './text-reader.ts';

/** Finds the parts of page and post content that visitors do not see, or see differently than in WordPress. */
export interface BodyFaults {
  /**
   * Returns the faults of each text, as WordPress renders it. A text is null if it could not be checked before `until`,
   * in milliseconds of `performance.now()`. Never rejects.
   */
  check(texts: readonly string[], until: number): Promise<(readonly BodyFault[] | null)[]>;
}

interface Options {
  texts: Pick<TextReader, 'read'>;
  /** The links of the current content; null before there is any. */
  links: () => Pick<LinkResolver, 'homes'> | null;
  /** Whether the site serves the picture at a URL. */
  serves: (url: string) => boolean;
}

/**
 * Creates the check. It follows the sanitizer and the pictures of the site: what they keep one day is no fault from then
 * on.
 */
export function createBodyFaults({ texts, links, serves }: Options): BodyFaults {
  async function checkOne(html: string, homes: readonly string[]): Promise<readonly BodyFault[] | null> {
    const facts = await texts.read({ html, mode: 'rendered', homes });
    return facts && describeFaults({ ...facts, pictures: foreignPictures(facts, serves) });
  }

  return {
    async check(asked, until) {
      const resolver = links();
      const checked: (readonly BodyFault[] | null)[] = [];
      // One after the other, so that texts that visitors wait for are sanitized in between.
      for (const html of asked) {
        const left = until - performance.now();
        const found =
          resolver === null || left <= 0 ? null : withTimeLimit(checkOne(html, resolver.homes), left);
        const faults = await found;
        // A text that takes longer is still checked, for the next request.
        checked.push(faults === 'late' ? null : faults);
      }
      return checked;
    },
  };
}
