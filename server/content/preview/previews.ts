import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ContentError } from '../rest/content-error.ts';
import type { NewMirrorEntry } from '../values/mirror-contents.ts';
import { decodedPath, encodedPath } from '../paths/page-paths.ts';
import { isTemplatePage } from '../paths/route-path.ts';
import type { FoundPageResponse, PageRequest, ResolvedPage } from '../resolve/resolve-page.ts';
import type { SettingsAndMenus, Snapshot } from '../snapshot/snapshot.ts';
import { previewEntry, type UnsavedValues } from './preview-entry.ts';
import type { PreviewSource, PreviewShareLink, WordPressPreview } from './preview-source.ts';
import { readPreviewToken, type PreviewTokenPayload, type PreviewTokenFault } from './preview-token.ts';

/** Why there is no preview. */
export type PreviewFault =
  | PreviewTokenFault
  /** The shared link was revoked. */
  | 'revoked'
  /** The page was deleted, or its editor may no longer edit it. */
  | 'gone'
  /** Visitors would get no page: nothing on it can be shown, or its path is redirected. */
  | 'empty'
  /** WordPress cannot be read at the moment, or there is no content yet. */
  | 'unavailable';

/** A page or post that was resolved with unpublished values. */
export interface Preview {
  found: FoundPageResponse;
  frame: SettingsAndMenus;
  payload: PreviewTokenPayload;
  wordpress: WordPressPreview;
}

/** Shows pages and posts with unpublished values. Stores nothing. */
export interface Previews {
  /** Returns why a token is refused; null if it is valid. Sends no request to WordPress. */
  fault(token: string): PreviewFault | null;
  /** Resolves the page that a token is for, with the values from WordPress. */
  open(token: string): Promise<Preview | PreviewFault>;
  /** Resolves the page with the form's unsaved values. The token of a shared link is refused as `forged`. */
  update(token: string, values: UnsavedValues): Promise<Preview | PreviewFault>;
  /** Creates a shared link. The token of a shared link is refused as `forged`. */
  share(token: string): Promise<PreviewShareLink | PreviewFault>;
}

/**
 * Resolves a page from the current content with some entries replaced; null while there is no content yet. `resolved`
 * is null if `request` returns null.
 */
export type ResolveWithEntries = (
  entries: readonly NewMirrorEntry[],
  request: (snapshot: Snapshot) => PageRequest | null,
  options: { showFaults: boolean },
) => Promise<{ resolved: ResolvedPage | null; snapshot: Snapshot } | null>;

interface Options {
  secret: string;
  source: PreviewSource;
  resolve: ResolveWithEntries;
  log: Logger;
  now: () => number;
}

/** Maximum number of previews whose response from WordPress is cached. */
const MAX_OPEN_PREVIEWS = 50;

const CODES: Readonly<Record<string, PreviewFault>> = {
  lintel_preview_expired: 'expired',
  lintel_preview_forged: 'forged',
  lintel_preview_revoked: 'revoked',
  lintel_preview_gone: 'gone',
};

/** Creates the service that resolves previews of one WordPress site. */
export function createPreviews({ secret, source, resolve, log, now }: Options): Previews {
  // Caches WordPress's responses by token id, so that updates while typing need no request to WordPress.
  const open = new LRUCache<string, WordPressPreview>({ max: MAX_OPEN_PREVIEWS });

  /** Runs a request to WordPress. Returns its result, or the fault if it fails. */
  async function ask<Answer>(asking: () => Promise<Answer>): Promise<Answer | PreviewFault> {
    try {
      return await asking();
    } catch (error) {
      const fault = error instanceof ContentError ? CODES[error.code ?? ''] : undefined;
      if (fault) return fault;
      log.warn({ event: 'preview-not-read', err: error });
      return 'unavailable';
    }
  }

  async function show(
    payload: PreviewTokenPayload,
    wordpress: WordPressPreview,
    values?: UnsavedValues,
  ): Promise<Preview | PreviewFault> {
    const entry = previewEntry(wordpress.kind, wordpress.entry, values);
    // People with a shared link cannot correct faults, so they see what visitors would see.
    const options = { showFaults: payload.kind === 'draft' };
    let entries = [entry];
    let outcome = await resolve(entries, (snapshot) => pageRequestFor(entry, snapshot), options);
    if (outcome && !outcome.resolved) {
      // Another page has the path, or the page has no path yet, so the preview gets a path of its own.
      entries = [{ ...entry, data: { ...entry.data, slug: `preview-${entry.id}`, parent: 0, link: '' } }];
      outcome = await resolve(entries, () => ({ path: `/preview-${entry.id}` }), options);
    }
    const missing = outcome?.resolved && missingMedia(outcome.resolved, outcome.snapshot);
    if (outcome?.resolved && missing && missing.length > 0) {
      // Pictures that were chosen a moment ago are not in the mirror yet.
      const media = await source.media(missing).catch((error: unknown) => {
        log.warn({ event: 'preview-media-not-read', err: error });
        return [];
      });
      if (media.length > 0) {
        const [shown = entry] = entries;
        const again = (snapshot: Snapshot) => pageRequestFor(shown, snapshot);
        outcome = (await resolve([...entries, ...media], again, options)) ?? outcome;
      }
    }
    if (!outcome) return 'unavailable';
    const { resolved } = outcome;
    if (resolved?.answer.status !== 200) return 'empty';
    return { found: resolved.answer, frame: resolved.frame, payload, wordpress };
  }

  const tokenOf = (token: string) => readPreviewToken(token, secret, now());
  return {
    fault(token) {
      const payload = tokenOf(token);
      return typeof payload === 'string' ? payload : null;
    },
    async open(token) {
      const payload = tokenOf(token);
      if (typeof payload === 'string') return payload;
      const wordpress = await ask(() => source.read(token));
      if (typeof wordpress === 'string') return wordpress;
      open.set(payload.id, wordpress);
      return show(payload, wordpress);
    },
    async update(token, values) {
      const payload = tokenOf(token);
      if (typeof payload === 'string') return payload;
      if (payload.kind === 'share') return 'forged';
      const wordpress = open.get(payload.id) ?? (await ask(() => source.read(token)));
      if (typeof wordpress === 'string') return wordpress;
      open.set(payload.id, wordpress);
      return show(payload, wordpress, values);
    },
    async share(token) {
      const payload = tokenOf(token);
      if (typeof payload === 'string') return payload;
      return payload.kind === 'share' ? 'forged' : ask(() => source.share(token));
    },
  };
}

/** Returns the request that shows an entry; null if another page has its path, or if it has no path. */
export function pageRequestFor({ kind, id, data }: NewMirrorEntry, snapshot: Snapshot): PageRequest | null {
  if (kind === 'post') {
    const post = snapshot.post(String(data.slug));
    return { path: post ? snapshot.postPath(post) : encodedPath(`/blog/${decodedPath(String(data.slug))}`) };
  }
  const path = snapshot.pages().find(({ page }) => String(page.id) === id)?.path;
  if (path === undefined) return null;
  // A template has no page of its own, so it is shown with the newest post.
  const [post] = isTemplatePage(path) ? snapshot.posts() : [];
  return { path: post?.path ?? encodedPath(path) };
}

function missingMedia({ reads }: ResolvedPage, snapshot: Snapshot): string[] {
  return [...reads.keys()]
    .filter((read) => read.startsWith('media:') && read !== 'media:0')
    .map((read) => read.slice('media:'.length))
    .filter((id) => !snapshot.media(Number(id)));
}
