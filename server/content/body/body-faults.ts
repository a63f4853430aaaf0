import { LRUCache } from 'lru-cache';
import { isOwnFile, withOwnPictures } from '../../media/own-pictures.ts';
import { withTimeLimit } from '../../platform/async/time-limit.ts';
import type { HtmlWorker } from '../html/html-worker.ts';
import type { HtmlSource } from '../html/sanitise-html.ts';
import { htmlKey } from '../html/sanitiser.ts';
import type { LinkResolver } from '../paths/site-links.ts';
import { describeFaults, type BodyFault } from './describe-faults.ts';

/** Finds the parts of page and post content that visitors do not see, or see differently than in WordPress. */
export interface BodyFaults {
  /**
   * Returns the faults of each text, as WordPress renders it. A text is null if it could not be checked before `until`,
   * in milliseconds of `performance.now()`. Never rejects.
   */
  check(texts: readonly string[], until: number): Promise<(readonly BodyFault[] | null)[]>;
}

interface Options {
  worker: Pick<HtmlWorker, 'inspect'>;
  /** The links of the current content; null before there is any. */
  links: () => LinkResolver | null;
  /** The origin of the public site, such as `https://www.example.com`. */
  publicOrigin: string | null;
}

/** Number of texts whose faults are kept, so that a text that did not change is not checked again. */
const MAX_KEPT_TEXTS = 2_000;

/**
 * Creates the check. It follows the sanitizer and the pictures of the site: what they keep one day is no fault from then
 * on. Faults of the same text are kept in memory.
 */
export function createBodyFaults({ worker, links, publicOrigin }: Options): BodyFaults {
  const kept = new LRUCache<string, readonly BodyFault[]>({ max: MAX_KEPT_TEXTS });

  async function checkOne(html: string, resolver: LinkResolver): Promise<readonly BodyFault[] | null> {
    const source: HtmlSource = { html, mode: 'rendered', homes: resolver.homes };
    const key = htmlKey(source);
    const known = kept.get(key);
    if (known) return known;
    const result = await worker.inspect(source);
    if ('fault' in result) return null;
    const pictures: string[] = [];
    const shown = withOwnPictures(result.html, resolver.pictures, undefined, (url) => pictures.push(url));
    const faults = describeFaults({
      changes: result.changes ?? [],
      pictures,
      players: foreignPlayers(shown, publicOrigin),
      hasPageBreak: html.includes('<!--nextpage-->'),
    });
    kept.set(key, faults);
    return faults;
  }

  return {
    async check(texts, until) {
      const resolver = links();
      const checked: (readonly BodyFault[] | null)[] = [];
      // One after the other, so that texts that visitors wait for are sanitized in between.
      for (const html of texts) {
        const left = until - performance.now();
        const found = resolver === null || left <= 0 ? null : withTimeLimit(checkOne(html, resolver), left);
        const faults = await found;
        // A text that takes longer is still checked, for the next request.
        checked.push(faults === 'late' ? null : faults);
      }
      return checked;
    },
  };
}

/** Matches the tags of videos and audio files in serialized HTML, and those of their files. */
const PLAYER = /<(video|audio|source)\b([^>]*)>/g;

/**
 * Returns the players whose file is on another origin. The Content-Security-Policy of the site allows its own files only
 * (`default-src 'self'` in server/pages/render/content-security-policy.ts).
 */
function foreignPlayers(html: string, publicOrigin: string | null): ('video' | 'audio')[] {
  const found: ('video' | 'audio')[] = [];
  let element: 'video' | 'audio' = 'video';
  for (const [, tag, written = ''] of html.matchAll(PLAYER)) {
    if (tag === 'video' || tag === 'audio') element = tag;
    const address = /\ssrc="([^"]*)"/.exec(written)?.[1];
    if (address === undefined || isOwnFile(address)) continue;
    if (publicOrigin === null || URL.parse(address)?.origin !== publicOrigin) found.push(element);
  }
  return found;
}
