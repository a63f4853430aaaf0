import type { Router } from 'express';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import { pageCalls } from '../../../src/contracts/operators/page-calls.ts';
import type { AuditAction } from '../../../src/contracts/operators/audit-actions.ts';
import type { Content } from '../../content/content.ts';
import { LAYOUT_ENTRY_ROUTES, type LayoutEntryKind } from '../../content/rest/layout-entry-routes.ts';
import { readRawPage } from '../../content/values/raw-page.ts';
import type { WordPressWriter } from '../../content/rest/wordpress-writer.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { ApiError } from '../api/api-error.ts';
import type { OperatorGuard, OperatorIdentity } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { recordAudit } from '../audit-log.ts';
import { PAGE_GONE_MESSAGE } from './builder/builder-routes.ts';
import { assertPageNotLocked } from './builder/request-edit-lock.ts';
import { toApiError } from './builder/edited-page-store.ts';
import type { PageBuilder } from './builder/page-builder.ts';
import { requirePageWriter } from './editing-rights.ts';
import type { EditorAccount, EditorAccounts } from './editor-account.ts';
import { findPageToChange, storeBuiltInPage } from './store-built-in-page.ts';
import { fixedAddressReason } from './settings/page-settings.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'check'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

/**
 * Creates the API routes that move pages, shared sections and templates to the trash, restore them, or delete them for
 * good. A built-in page is stored before it is moved to the trash.
 */
export function createTrashRoutes({ database, content, builder, accounts, guard, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);

  /**
   * Calls `work` with the account's writer, records the action in the audit log, and updates the site's content.
   * Throws an `ApiError` if WordPress refuses.
   */
  async function change(
    { account, operator }: { account: EditorAccount; operator: OperatorIdentity },
    { action, subject }: { action: AuditAction; subject: string },
    work: (writer: WordPressWriter) => Promise<unknown>,
  ): Promise<void> {
    await work(requirePageWriter(account, builder.target)).catch((error: unknown) => {
      throw toApiError(error, account);
    });
    await recordAudit(database.query, { operator, action, subject, now: now() });
    await content.check().catch(() => {});
  }

  const trashed = (id: number, account: EditorAccount) => {
    const found = builder.trash(account).find(({ own }) => own.id === id);
    if (found) return found;
    throw new ApiError(404, 'This page is not in the trash any more. Reload the list.');
  };

  serve(pageCalls.trash, async ({ at }, { response, operator }) => {
    const account = await accounts.of(response);
    await assertPageNotLocked(at, { builder, account });
    const found = await findPageToChange(at, account, { builder, content });
    if (!found) throw new ApiError(404, PAGE_GONE_MESSAGE);
    const fixed = fixedAddressReason(found);
    if (fixed !== null) throw new ApiError(422, `${fixed} It cannot be removed.`);
    await change({ account, operator }, { action: 'page-trashed', subject: found.at }, async (writer) => {
      // The stored page in the trash keeps the built-in page from being shown.
      const id = found.own?.id ?? (await storeBuiltInPage(writer, found));
      // If WordPress refuses the removal, another try must find the stored page.
      if (!found.own) await content.check().catch(() => {});
      await writer.remove(`${LAYOUT_ENTRY_ROUTES[found.kind]}/${id}`, 'to the trash');
    });
    return OK_RESPONSE;
  });

  serve(pageCalls.restore, async ({ id }, { response, operator }) => {
    const account = await accounts.of(response);
    const { kind, path } = trashed(id, account);
    const route = `${LAYOUT_ENTRY_ROUTES[kind]}/${id}`;
    let status = 'draft';
    const subject = path ?? `~${id}`;
    await change({ account, operator }, { action: 'page-restored', subject }, async (writer) => {
      const entry = await writer.get(route, { context: 'edit' });
      // With the date of its schedule, the draft would be scheduled again when it is published.
      const undated = Date.parse(readRawPage(entry)?.date ?? '') > now() ? { date: null } : {};
      status = restoredStatus(kind, isJsonObject(entry) ? entry.before_trash : null, account);
      await writer.post(route, { status, ...undated });
    });
    return {
      at: builder.pages(account).find(({ own }) => own?.id === id)?.at ?? `~${id}`,
      note:
        kind === 'section' && status !== 'publish'
          ? 'It is a draft, so no page shows it until it is published.'
          : null,
    };
  });

  serve(pageCalls.remove, async ({ id }, { response, operator }) => {
    const account = await accounts.of(response);
    const { kind, path } = trashed(id, account);
    await change({ account, operator }, { action: 'page-deleted', subject: path ?? `~${id}` }, (writer) =>
      writer.remove(`${LAYOUT_ENTRY_ROUTES[kind]}/${id}`, 'for good'),
    );
    return OK_RESPONSE;
  });

  return router;
}

/**
 * Returns the status of a restored entry. A template is always private. A shared section that was public becomes public
 * again if the account may publish. Anything else comes back as a draft, as in WordPress. `before` is the status before
 * it was trashed; an older companion plugin does not send it.
 */
function restoredStatus(kind: LayoutEntryKind, before: unknown, { mayPublish }: EditorAccount): string {
  if (kind === 'template') return 'private';
  return kind === 'section' && before === 'publish' && mayPublish ? 'publish' : 'draft';
}
