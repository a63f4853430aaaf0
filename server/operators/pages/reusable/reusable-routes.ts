import type { Router } from 'express';
import { OK_RESPONSE } from '../../../../src/contracts/operators/operator-call.ts';
import {
  reusableEntryCalls,
  type ReusableEntryListRow,
  type ReusableEntryKind,
} from '../../../../src/contracts/operators/reusable-entry-calls.ts';
import { LAYOUT_ENTRY_ROUTES } from '../../../content/rest/layout-entry-routes.ts';
import { WordPressWriterError } from '../../../content/rest/wordpress-writer.ts';
import type { Content } from '../../../content/content.ts';
import type { OpenDatabase } from '../../../database/open-database.ts';
import { ApiError } from '../../api/api-error.ts';
import type { OperatorGuard } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import { recordAudit } from '../../audit-log.ts';
import { toApiError, serializeLayout } from '../builder/edited-page-store.ts';
import type { PageBuilder } from '../builder/page-builder.ts';
import { assertValidSections } from '../builder/assert-valid-sections.ts';
import { uploadBuiltInPicturesInValues } from '../builder/built-in-pictures.ts';
import { postPage } from '../builder/post-page.ts';
import type { EditorAccount, EditorAccounts } from '../editor-account.ts';
import { saveTargetOf, requirePageWriter } from '../editing-rights.ts';
import type { BuilderEntry } from '../page-list.ts';
import { sharedSectionUses } from './shared-section-uses.ts';
import { layoutBlockIds, readTemplateBlockIds } from './template-blocks.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'blocks' | 'builtIn' | 'check'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

const GONE = 'It does not exist any more. Reload the list.';
const NEEDS_PLUGIN =
  'This WordPress has no shared sections. Activate the companion plugin of this version there, then try again.';

/**
 * Creates the API routes that list, read, create and rename shared sections and templates. Their sections are edited in
 * the page builder, and the routes of `createTrashRoutes` move them to the trash, like pages.
 */
export function createReusableEntryRoutes({
  database,
  content,
  builder,
  accounts,
  guard,
  now,
}: Options): Router {
  const { router, serve } = createCallRouter(guard);

  const entryOf = (id: number, account: EditorAccount): BuilderEntry => {
    const found = builder.reusable(account).find(({ own }) => own?.id === id);
    if (found) return found;
    throw new ApiError(404, GONE);
  };

  serve(reusableEntryCalls.list, async (_input, { response }) => {
    const account = await accounts.of(response);
    const uses = sharedSectionUses(builder.pages(account));
    const templates = await readTemplateBlockIds(account.writer);
    const entries = builder
      .reusable(account)
      .flatMap(({ kind, at, own }): ReusableEntryListRow[] => {
        if (kind === 'page' || !own) return [];
        const shown = kind === 'section' ? layoutBlockIds(own.acf.page_layout) : templates.get(own.id);
        const entry = {
          id: own.id,
          at,
          kind,
          title: own.title || at,
          isPublic: own.status === 'publish',
          blocks: shown ?? [],
          modified: own.modified,
          uses: uses.get(own.id) ?? [],
        };
        return [entry];
      })
      .sort((one, other) => one.title.localeCompare(other.title, 'en-US'));
    const trash = builder
      .trash(account)
      .flatMap(({ kind, own: { id, title } }) => (kind === 'page' ? [] : [{ id, kind, title }]));
    return { target: saveTargetOf(account, builder.target), entries, trash };
  });

  serve(reusableEntryCalls.content, async ({ id }, { response }) => {
    const account = await accounts.of(response);
    const page = await builder.open(entryOf(id, account).at, account);
    if (!page) throw new ApiError(404, GONE);
    return { layout: page.layout, values: page.values };
  });

  serve(reusableEntryCalls.create, async ({ kind, title, layout, values }, { response, operator }) => {
    const account = await accounts.of(response);
    const writer = requirePageWriter(account, builder.target);
    assertValidSections(layout, [], values, content.blocks);
    const body = {
      title,
      status: newStatus(kind, account),
      acf: {
        ...(await uploadBuiltInPicturesInValues(values, layout, { content, account, writer })),
        page_layout: serializeLayout(layout),
      },
    };
    const { entry, fault } = await postPage(writer, { kind, id: null }, body).catch((error: unknown) => {
      if (error instanceof WordPressWriterError && error.code === 'rest_no_route')
        throw new ApiError(422, NEEDS_PLUGIN);
      throw toApiError(error, account);
    });
    const id = Number(entry.id);
    if (fault !== null) {
      // Visitors must not see an incomplete section, and another try would create a second one.
      await writer.remove(`${LAYOUT_ENTRY_ROUTES[kind]}/${id}`, 'for good').catch(() => {});
      await content.check().catch(() => {});
      throw new ApiError(422, fault);
    }
    await recordAudit(database.query, {
      operator,
      action: 'page-created',
      subject: `~${id}`,
      detail: { kind },
      now: now(),
    });
    // The builder can only place and open what the mirror has.
    await content.check().catch(() => {});
    return { id, at: `~${id}` };
  });

  serve(reusableEntryCalls.rename, async ({ id, title }, { response, operator }) => {
    const account = await accounts.of(response);
    const { kind, at } = entryOf(id, account);
    await requirePageWriter(account, builder.target)
      .post(`${LAYOUT_ENTRY_ROUTES[kind]}/${id}`, { title })
      .catch((error: unknown) => {
        throw toApiError(error, account);
      });
    await recordAudit(database.query, {
      operator,
      action: 'page-settings-changed',
      subject: at,
      now: now(),
    });
    await content.check().catch(() => {});
    return OK_RESPONSE;
  });

  return router;
}

/**
 * Returns the status of a new entry. Templates are always private. A shared section is public if the account may
 * publish; otherwise, it is submitted for review.
 */
function newStatus(kind: ReusableEntryKind, { mayPublish }: EditorAccount): string {
  if (kind === 'template') return 'private';
  return mayPublish ? 'publish' : 'pending';
}
