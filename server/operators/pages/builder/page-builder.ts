import { LRUCache } from 'lru-cache';
import type { Block } from '../../../../src/builder/block.ts';
import type { Placement } from '../../../../src/contracts/layout.ts';
import type {
  CanvasContent,
  CanvasRequest,
  EditablePage,
  SavePageRequest,
  SaveTarget,
} from '../../../../src/contracts/operators/page-builder.ts';
import { chooseLayout } from '../../../content/resolve/choose-layout.ts';
import type { Content } from '../../../content/content.ts';
import { withVariantLayout } from '../../../content/resolve/page-variants.ts';
import type { Snapshot } from '../../../content/snapshot/snapshot.ts';
import type { RawPage } from '../../../content/values/raw-page.ts';
import type { Config } from '../../../platform/config/config.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { describeEditablePage } from './editable-page.ts';
import type { EditorAccount } from '../editor-account.ts';
import { ApiError } from '../../api/api-error.ts';
import { type EditedPageStore, type PageChange, type StoredPageVersion } from './edited-page-store.ts';
import { BUILT_IN_PAGE_RULE_MESSAGE, visiblePages, type PageViewer } from '../editing-rights.ts';
import {
  findMovedPage,
  findPages,
  findReusableEntries,
  findTrash,
  type BuilderEntry,
  type TrashedEntry,
} from '../page-list.ts';
import { createSaveQueues, isAlreadySaved } from './page-versions.ts';
import { assertValidSections } from './assert-valid-sections.ts';
import { resolveCanvas } from './resolve-canvas.ts';
import { uploadBuiltInPicturesInValues } from './built-in-pictures.ts';
import { withUpgradedValues } from './upgraded-values.ts';
import { findPageToChange } from '../store-built-in-page.ts';
import { createRestPageStore } from './rest-page-store.ts';

/**
 * Opens, previews and stores pages. Pages that the account may not see are treated as missing. Every method can throw
 * an `ApiError`, for example while WordPress has never been read.
 */
export interface PageBuilder {
  /** Where pages are saved, before the rights of an account are considered. */
  target: SaveTarget;
  /** Returns the pages that an account may see. */
  pages(account: PageViewer): readonly BuilderEntry[];
  /** Returns the shared sections and templates that an account may see. */
  reusable(account: PageViewer): readonly BuilderEntry[];
  /** Returns the pages, shared sections and templates in the trash that an account may see. */
  trash(account: PageViewer): readonly TrashedEntry[];
  /**
   * Returns the page, shared section or template with this `at`, or the page that was there before it moved; null if
   * there is none. A stored page is also found by `~` and its id, such as `~12`, even if it has a path.
   */
  find(at: string, account: PageViewer): BuilderEntry | null;
  /**
   * Returns the `at` of every page by its path, so that no address is used twice. Includes pages that the account may
   * not see, so it must not be sent in a response.
   */
  usedPaths(): ReadonlyMap<string, string>;
  /**
   * Returns a page, shared section or template as it is stored now, or else the built-in page. Returns null if there is
   * neither, or if the account may not see it. `variant` is the name of the layout variant to open; if it is null or
   * unknown, the page's own layout is opened.
   */
  open(at: string, account: EditorAccount, variant?: string | null): Promise<EditablePage | null>;
  /** Resolves the page with this layout and these values; null if there is no such page. Stores nothing. */
  canvas(
    request: Pick<CanvasRequest, 'at' | 'values'> & { layout: readonly Placement[] },
    account: PageViewer & Pick<EditorAccount, 'id'>,
  ): Promise<CanvasContent | null>;
  /**
   * Stores a page. If it was changed since `base`, stores nothing and returns the stored version. Returns null if there
   * is no such page.
   */
  save(
    request: Omit<SavePageRequest, 'layout' | 'takeOver'> & { layout: readonly Placement[] | null },
    account: EditorAccount,
  ): Promise<Saved | null>;
  /** Stores what `change` returns for the stored page, with the same result as a save. */
  change(
    request: { at: string; base: string | null },
    account: EditorAccount,
    change: ChangePage,
  ): Promise<Saved | null>;
}

/**
 * A page that is stored, or the version that somebody else stored since `base`. `live`: whether visitors see the change
 * now. `written` is false if everything was stored already, because the browser repeated a save.
 */
type Saved = { saved: EditablePage; live: boolean; written: boolean } | { conflict: EditablePage };

/** Returns what changes in a page; `own` is null if it is not stored yet. May throw an `ApiError`. */
type ChangePage = (page: EditablePage, own: RawPage | null) => Pick<PageChange, 'layout' | 'values'>;

interface StoreRequest {
  at: string;
  base: string | null;
  digest?: string | null | undefined;
  variant: string | null;
  publish: boolean;
  account: EditorAccount;
}

interface Options {
  config: Pick<Config, 'wordpress' | 'homeLayout'>;
  content: Pick<Content, 'blocks' | 'builtIn' | 'snapshot' | 'resolveWith' | 'check' | 'embedded'>;
  now: () => number;
}

/** Maximum number of open pages to keep in memory, so that updates while typing need no request to WordPress. */
const MAX_OPEN_PAGES = 50;

/** Creates the page builder for the configured WordPress or, without one, for the content of this site. */
export function createPageBuilder(options: Options): PageBuilder {
  const { config, content } = options;
  const { blocks, builtIn } = content;
  const target = saveTarget(options);
  const editedAs = (account: EditorAccount): EditedPageStore | null =>
    account.writer ? createRestPageStore(config.wordpress?.url ?? null, account) : null;
  const oneByOne = createSaveQueues();
  const opened = new LRUCache<string, RawPage>({ max: MAX_OPEN_PAGES });
  /** Per account, because WordPress shows more of a page to those who may edit it. */
  const openedKey = (page: number, { id }: Pick<EditorAccount, 'id'>) => `${id} ${page}`;

  const current = () => requireSnapshot(content);

  const pages = (account: PageViewer) => visiblePages(findPages(current(), builtIn), account);
  const reusable = (account: PageViewer) => visiblePages(findReusableEntries(current()), account);
  const find = (at: string, account: PageViewer): BuilderEntry | null => {
    const known = pages(account);
    return (
      known.find((page) => page.at === at) ??
      reusable(account).find((entry) => entry.at === at) ??
      known.find(({ own }) => own !== null && at === `~${own.id}`) ??
      findMovedPage(at, known, current(), builtIn)
    );
  };

  /** Returns the key of a page's save queue, which is the same for every `at` that finds the page. */
  const queueOf = (at: string, account: PageViewer) => find(at, account)?.at ?? at;

  function describe(
    found: BuilderEntry,
    stored: StoredPageVersion | null,
    account: EditorAccount,
    variant: string | null,
  ): EditablePage {
    if (stored) opened.set(openedKey(stored.page.id, account), stored.page);
    return describeEditablePage({
      kind: found.kind,
      at: found.at,
      path: found.path,
      own: stored?.page ?? found.own,
      builtIn: found.builtIn,
      variant,
      modified: stored?.modified ?? null,
      editLink: stored?.editLink ?? null,
      mayEdit: stored?.mayEdit ?? account.mayEdit,
      hasBuiltInPictures: content.embedded !== null,
      blocks,
      homeLayout: config.homeLayout,
    });
  }

  const read = async (
    edited: EditedPageStore | null,
    found: BuilderEntry,
  ): Promise<StoredPageVersion | null> =>
    edited && found.own ? edited.read({ kind: found.kind, id: found.own.id }) : null;

  /**
   * Stores the changes that `change` returns for the stored page, unless the page was changed since `base`. `refuse`
   * can prevent this by throwing an error.
   */
  async function store(
    { at, base, digest, variant, publish, account }: StoreRequest,
    change: ChangePage,
    refuse: (page: EditablePage) => void = () => {},
  ): Promise<Saved | null> {
    const edited = editedAs(account);
    const { writer } = account;
    if (!edited || !writer) {
      throw new ApiError(403, target.kind === 'read-only' ? target.reason : 'Pages cannot be saved here.');
    }
    const found = await findPageToChange(at, account, { builder: { find }, content });
    if (!found) return null;
    const before = await read(edited, found);
    const page = describe(found, before, account, variant);
    // Checked first, so that the response to accounts without this right does not depend on what is stored.
    if (!page.mayEdit) {
      throw new ApiError(403, 'Your account may not edit this page in WordPress. Nothing was stored.');
    }
    const asked = change(page, before?.page ?? null);
    const layout = asked.layout ?? page.layout;
    if (!before && found.builtIn && !(publish && account.mayPublish)) {
      throw new ApiError(422, `${BUILT_IN_PAGE_RULE_MESSAGE} Nothing was stored.`);
    }
    const values = await uploadBuiltInPicturesInValues(asked.values, layout, { content, account, writer });
    const changes = { ...asked, values };
    // The digest is more exact: a new address, for example, changes `modified`, but nothing that a save writes.
    const isOther = digest == null ? page.modified !== base : page.digest !== digest;
    if (isOther) {
      const isSentAgain = before !== null && isAlreadySaved(before.page, { ...changes, publish });
      return isSentAgain ? { saved: page, live: false, written: false } : { conflict: page };
    }
    refuse(page);
    const storing = edited.save({
      kind: found.kind,
      id: before ? before.page.id : null,
      slug: found.slug,
      title: page.title,
      parent: parentOf(found, current()),
      layout: changes.layout ?? upgradedLayout(before, blocks),
      values: withUpgradedValues(changes.values, before?.page.acf ?? {}, layout, blocks),
      // A template always stays private, because visitors never see it.
      publish: publish && account.mayPublish && found.kind !== 'template',
      scheduled: page.state === 'scheduled',
      // Published and scheduled pages are not submitted: WordPress would unpublish them, or forget their schedule.
      submit:
        publish &&
        !account.mayPublish &&
        found.kind !== 'template' &&
        page.state !== 'published' &&
        page.state !== 'scheduled',
    });
    const stored = await storing.catch((error: unknown) => {
      // WordPress may have created the page. The check reads it, so that another try does not create a second one.
      if (!before) void content.check().catch(() => {});
      throw error;
    });
    // Without change notices, visitors would see the change only after the next poll.
    await content.check().catch(() => {});
    const shownNow = [...findPages(current(), builtIn), ...findReusableEntries(current())].find(
      ({ own }) => own?.id === stored.page.id,
    );
    const live = shownNow?.own?.status === 'publish' && shownNow.own.modified === stored.page.modified;
    // WordPress gives a draft its path when it is published.
    return { saved: describe(shownNow ?? found, stored, account, variant), live, written: true };
  }

  return {
    target,
    pages,
    reusable,
    trash: (account) => visiblePages(findTrash(current(), builtIn), account),
    find,
    usedPaths: () =>
      new Map(findPages(current(), builtIn).flatMap(({ path, at }) => (path === null ? [] : [[path, at]]))),
    async open(at, account, variant = null) {
      const found = find(at, account);
      if (!found) return null;
      const stored = await read(editedAs(account), found);
      // A page that was deleted in WordPress exists only if it is built in. Without a writer, WordPress was not asked.
      if (!stored && account.writer && !found.builtIn) return null;
      return describe(found, stored, account, variant);
    },
    async canvas({ at, layout, values }, account) {
      const found = find(at, account);
      if (!found) return null;
      const { own, builtIn: given } = found;
      const page = (own && opened.get(openedKey(own.id, account))) ?? own ?? given?.page ?? null;
      return resolveCanvas({ found, page, layout, values }, { content, snapshot: current() });
    },
    save({ at, base, digest, variant = null, layout, values, publish }, account) {
      const change: ChangePage = (_page, own) => {
        if (variant === null || !layout) return { layout, values };
        const changed = withVariantLayout(own?.acf ?? {}, variant, layout);
        if (changed) return { layout: null, values: { ...values, ...changed } };
        throw new ApiError(422, `There is no variant "${variant}" any more. Reload the page.`);
      };
      return oneByOne(queueOf(at, account), () =>
        store({ at, base, digest, variant, publish, account }, change, (page) =>
          assertValidSections(layout ?? page.layout, page.layout, values, blocks),
        ),
      );
    },
    change: ({ at, base }, account, change) =>
      oneByOne(queueOf(at, account), () =>
        store({ at, base, variant: null, publish: false, account }, change),
      ),
  };
}

function saveTarget({ config, content }: Options): SaveTarget {
  if (content.embedded) return { kind: 'embedded' };
  if (config.wordpress?.credentials) return { kind: 'wordpress' };
  const reason =
    'Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD, so that pages can be saved in WordPress.';
  return { kind: 'read-only', reason };
}

/** Returns the stored layout with the current names of blocks and fields; null if it already has them. */
function upgradedLayout(
  before: StoredPageVersion | null,
  blocks: ReadonlyMap<string, Block>,
): readonly Placement[] | null {
  const layout = chooseLayout(before?.page ?? null, null, null, null, blocks);
  return layout.former.length > 0 ? layout.placements : null;
}

function parentOf({ path: at }: BuilderEntry, snapshot: Snapshot): number {
  const above = at?.split('/').slice(0, -1).join('/') ?? '';
  return above === '' ? 0 : (snapshot.pageAt(above)?.page.id ?? 0);
}
