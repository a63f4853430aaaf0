import type { Router } from 'express';
import { pageCalls } from '../../../../src/contracts/operators/page-calls.ts';
import type {
  PageRevision,
  PageRevisionList,
  RevisionContent,
} from '../../../../src/contracts/operators/page-revision-list.ts';
import type { Content } from '../../../content/content.ts';
import { LAYOUT_ENTRY_ROUTES } from '../../../content/rest/layout-entry-routes.ts';
import type { WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import type { EditorAccount, EditorAccounts } from '../editor-account.ts';
import { isJsonObject, type JsonObject } from '../../../../src/builder/raw-value.ts';
import type { Config } from '../../../platform/config/config.ts';
import { describeEditablePage } from './editable-page.ts';
import { ApiError } from '../../api/api-error.ts';
import type { OperatorGuard } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import { PAGE_GONE_MESSAGE } from './builder-routes.ts';
import { toApiError } from './edited-page-store.ts';
import type { PageBuilder } from './page-builder.ts';

interface Services {
  config: Pick<Config, 'homeLayout'>;
  content: Pick<Content, 'blocks' | 'embedded'>;
  builder: Pick<PageBuilder, 'find' | 'canvas'>;
  accounts: EditorAccounts;
  guard: OperatorGuard;
}

interface Around extends Pick<Services, 'config' | 'content' | 'builder'> {
  account: EditorAccount;
}

/** Maximum number of revisions that WordPress lists in one response. */
const MAX_REVISIONS = 100;

const NOT_KEPT =
  'This version does not hold the texts of its sections: it is older than the companion plugin’s support for revisions, or this WordPress is older than 6.4. WordPress shows its title and text on the page’s edit screen.';

/** Creates the API routes with which operators and editors list the revisions of a page and read one of them. */
export function createRevisionRoutes({ accounts, guard, ...around }: Services): Router {
  const { router, serve } = createCallRouter(guard);

  serve(pageCalls.revisions, async ({ at }, { response }) => {
    const revisions = await readRevisions(at, { ...around, account: await accounts.of(response) });
    if (!revisions) throw new ApiError(404, PAGE_GONE_MESSAGE);
    return revisions;
  });

  serve(pageCalls.revision, async ({ at, id, variant }, { response }) => {
    const account = await accounts.of(response);
    const revision = await readRevision(at, id, variant || null, { ...around, account });
    if (!revision) throw new ApiError(404, PAGE_GONE_MESSAGE);
    return revision;
  });

  return router;
}

/**
 * Returns the revisions of a page; null if there is no such page. Throws an `ApiError` if the page was never saved, or
 * if the account cannot read its revisions.
 */
async function readRevisions(at: string, around: Around): Promise<PageRevisionList | null> {
  const stored = storedPage(at, around);
  if (!stored) return null;
  const { writer, route } = stored;
  const list = await sentAs(around.account, () =>
    writer.get(`${route}/revisions`, {
      context: 'edit',
      per_page: MAX_REVISIONS,
      _fields: 'id,author,slug,modified_gmt',
    }),
  );
  const entries = (Array.isArray(list) ? list : []).filter(isJsonObject).filter(isRevision);
  const names = await authorNames(writer, entries);
  const revisions = entries.flatMap((entry): PageRevision[] => {
    const when = Date.parse(`${String(entry.modified_gmt)}Z`);
    if (typeof entry.id !== 'number' || Number.isNaN(when)) return [];
    const { author } = entry;
    // The embedded source sends the author's name instead of an id.
    const by = typeof author === 'string' ? author : (names.get(Number(author)) ?? null);
    return [{ id: entry.id, by, when }];
  });
  return {
    revisions: revisions.sort((one, other) => other.when - one.when || other.id - one.id),
    isCut: Array.isArray(list) && list.length === MAX_REVISIONS,
  };
}

/**
 * Returns a page as it was in a revision, with the layout of a variant if one is named; null if there is no such page.
 * Throws an `ApiError` if the page was never saved, or if the revision has no sections, lacks the variant or cannot be
 * read.
 */
async function readRevision(
  at: string,
  id: number,
  variant: string | null,
  around: Around,
): Promise<RevisionContent | null> {
  const stored = storedPage(at, around);
  if (!stored) return null;
  const { writer, found } = stored;
  const entry = await sentAs(around.account, () =>
    writer.get(`${stored.route}/revisions/${id}`, {
      context: 'edit',
      _fields: 'id,lintel_sections',
    }),
  );
  const sections = isJsonObject(entry) ? entry.lintel_sections : null;
  // PHP encodes an empty object as a list.
  const acf = Array.isArray(sections) && sections.length === 0 ? {} : sections;
  if (!isJsonObject(acf)) throw new ApiError(422, NOT_KEPT);
  const page = describeEditablePage({
    kind: found.kind,
    at: found.at,
    path: found.path,
    own: { ...found.own, acf },
    builtIn: found.builtIn,
    variant,
    mayEdit: true,
    modified: null,
    editLink: null,
    hasBuiltInPictures: around.content.embedded !== null,
    blocks: around.content.blocks,
    homeLayout: around.config.homeLayout,
  });
  // The page's own layout must not replace that of the variant in the editor.
  if (page.variant !== variant) throw new ApiError(422, `This version has no variant "${variant}".`);
  const { layout, values } = page;
  const canvas = await around.builder.canvas({ at, layout, values }, around.account);
  return { page, canvas: canvas ?? { placements: [], faults: [] } };
}

function storedPage(at: string, { builder, account }: Around) {
  const found = builder.find(at, account);
  if (!found) return null;
  const { writer } = account;
  if (!writer) throw new ApiError(422, 'Without an account for WordPress, its versions cannot be read.');
  const { own } = found;
  if (!own) throw new ApiError(422, 'This page was never saved, so there are no versions.');
  return { writer, route: `${LAYOUT_ENTRY_ROUTES[found.kind]}/${own.id}`, found: { ...found, own } };
}

/** Returns whether an entry is a revision. Autosaves are not: they contain unsaved input. */
function isRevision({ slug }: JsonObject): boolean {
  return typeof slug !== 'string' || !slug.includes('-autosave-');
}

/** Returns the names of the authors that the account is allowed to see, by user id. */
async function authorNames(
  writer: WordPressWriter,
  entries: readonly JsonObject[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(entries.map(({ author }) => author))].filter(
    (id) => typeof id === 'number' && id > 0,
  );
  if (ids.length === 0) return new Map();
  const users = await writer
    .get('/wp/v2/users', { include: ids.join(','), per_page: MAX_REVISIONS, _fields: 'id,name' })
    .catch(() => []);
  return new Map(
    (Array.isArray(users) ? users : []).flatMap((user: unknown) =>
      isJsonObject(user) && typeof user.id === 'number' && typeof user.name === 'string'
        ? [[user.id, user.name] as const]
        : [],
    ),
  );
}

async function sentAs<T>(account: EditorAccount, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw toApiError(error, account);
  }
}
