import { ApiError } from '../../api/api-error.ts';
import { WordPressWriterError } from '../../../content/rest/wordpress-writer.ts';
import type { LayoutEntryKind } from '../../../content/rest/layout-entry-routes.ts';
import type { RawPage } from '../../../content/values/raw-page.ts';
import { withoutPlacementDefaults, type Placement } from '../../../../src/contracts/layout.ts';
import type { SectionValues } from '../../../../src/contracts/operators/page-builder.ts';

/** A page as it is stored now. */
export interface StoredPageVersion {
  page: RawPage;
  /** ISO 8601. Saves within the same second have the same time. */
  modified: string;
  editLink: string | null;
  /** Whether the account is allowed to change this page. */
  mayEdit: boolean;
}

/** A page, shared section or template to store. */
export interface PageChange {
  kind: LayoutEntryKind;
  /** The id in WordPress or on this site; null creates the page. */
  id: number | null;
  slug: string;
  title: string;
  /** The id of the parent, for a new page; 0 for the top level. */
  parent: number;
  /** Null if the layout did not change. */
  layout: readonly Placement[] | null;
  values: SectionValues;
  publish: boolean;
  /** Whether the page is scheduled. Publishing it then also removes its date. */
  scheduled: boolean;
  /** Whether to submit the page for review instead of publishing it. */
  submit: boolean;
}

/** Reads and writes pages where they are stored: in WordPress, or in this site's own database. */
export interface EditedPageStore {
  /** Returns the stored page; null if there is none. Throws an `ApiError` if the page cannot be read. */
  read(page: { kind: LayoutEntryKind; id: number }): Promise<StoredPageVersion | null>;
  /** Stores a page. Throws an `ApiError` if not all of it is stored. */
  save(change: PageChange): Promise<StoredPageVersion>;
}

/** The status codes of a proxy that passed a request on to WordPress, but got no valid response. */
const PROXY_FAILURES: ReadonlySet<number> = new Set([502, 504]);

/** Converts a failed request to WordPress into an `ApiError`. Returns any other error unchanged. */
export function toApiError(
  error: unknown,
  { isOwn, name }: { isOwn: boolean; name: string | null },
): unknown {
  if (!(error instanceof WordPressWriterError)) return error;
  const { status, message, onlyRead } = error;
  if (status === 401 || status === 403) {
    const words = isOwn
      ? `You work as ${name ?? ''}. Ask an administrator of WordPress for the role Editor.`
      : 'Give the account of WORDPRESS_USERNAME the role Editor.';
    return new ApiError(403, `${message} ${words}`, { cause: error });
  }
  if (status !== null && status >= 400 && status < 500 && status !== 429) {
    return new ApiError(422, message, { cause: error });
  }
  // Without a response of WordPress itself, it may or may not have stored the page. Saving again shows which.
  const isUnknown = (status === null || PROXY_FAILURES.has(status)) && !onlyRead;
  const stored = isUnknown ? 'It is not known whether the page was stored.' : 'Nothing was stored.';
  return new ApiError(503, `${message} ${stored} Try again.`, { cause: error });
}

/** Returns the layout as JSON, without properties that have their default value. */
export function serializeLayout(layout: readonly Placement[]): string {
  return JSON.stringify(layout.map(withoutPlacementDefaults));
}
