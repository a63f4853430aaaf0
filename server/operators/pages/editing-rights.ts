import type { EditablePage, SaveTarget } from '../../../src/contracts/operators/page-builder.ts';
import type { EditingAccount } from '../../../src/contracts/operators/page-lock.ts';
import type { WordPressWriter } from '../../content/rest/wordpress-writer.ts';
import { ApiError } from '../api/api-error.ts';
import type { EditorAccount } from './editor-account.ts';
import type { BuilderEntry } from './page-list.ts';

type Rights = Pick<EditorAccount, 'mayEdit' | 'mayPublish' | 'name' | 'isOwn'> & { writer: object | null };

/** The part of an account that decides which pages it may see, and so which pages a response may name. */
export type PageViewer = Pick<EditorAccount, 'unpublished'>;

/** Returns the account data for the browser: the name, whether it is the person's own, and whether it may publish. */
export function editingAccountOf({ name, isOwn, mayPublish }: Rights): EditingAccount {
  return { name, isOwn, mayPublish };
}

/** Why the first save of a page that only the built-in content has must publish it. */
export const BUILT_IN_PAGE_RULE_MESSAGE =
  'The first change of a built-in page must be published, by somebody who may publish pages: a draft would take the page off the site.';

/** Returns where an account saves pages, or a single page: to WordPress, to this site, or nowhere, with the reason. */
export function saveTargetOf(
  { writer, name, mayEdit, mayPublish }: Rights,
  target: SaveTarget,
  page: Pick<EditablePage, 'mayEdit' | 'state'> | null = null,
): SaveTarget {
  if (!writer || target.kind === 'embedded') return target;
  if (mayEdit && page?.mayEdit !== false) {
    if (mayPublish || page?.state !== 'built-in') return { kind: 'wordpress' };
    return {
      kind: 'read-only',
      reason: `You work as ${name ?? ''} in WordPress and may not publish pages there. ${BUILT_IN_PAGE_RULE_MESSAGE}`,
    };
  }
  const what = mayEdit ? 'this page' : 'pages';
  return {
    kind: 'read-only',
    reason:
      `You work as ${name ?? ''} in WordPress and may not edit ${what} there. ` +
      'Ask an administrator of WordPress for the role Editor.',
  };
}

/** Returns the writer for pages with this account. Throws an `ApiError` with the reason if pages cannot be saved. */
export function requirePageWriter(
  account: Pick<EditorAccount, 'mayEdit' | 'mayPublish' | 'name' | 'isOwn' | 'writer'>,
  target: SaveTarget,
): WordPressWriter {
  const own = saveTargetOf(account, target);
  if (own.kind === 'read-only') throw new ApiError(403, own.reason);
  if (!account.writer) throw new ApiError(403, 'Pages cannot be saved here.');
  return account.writer;
}

/**
 * Returns the pages that an account may see: published and built-in pages, and the unpublished ones that WordPress
 * shows to it. Every response that lists or finds pages for an account must use this function.
 */
export function visiblePages<Page extends Pick<BuilderEntry, 'own'>>(
  pages: readonly Page[],
  { unpublished }: PageViewer,
): readonly Page[] {
  if (unpublished === 'all') return pages;
  return pages.filter(({ own }) => own === null || own.status === 'publish' || unpublished.has(own.id));
}
